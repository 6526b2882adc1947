import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * The script of reading pages is one file, with the store that it shares with React's parts. React stays in one file from
 * deployment to deployment; our small parts that several islands share come in one more, not in a dozen.
 */
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  {
    name: 'store',
    test: /node_modules[\\/]zustand[\\/]esm[\\/](vanilla|middleware)|src[\\/]web[\\/](store[\\/](?!use-)|page[\\/]page-info|features[\\/]relative-time)|src[\\/]contract[\\/]limits|vite[\\/]preload-helper/,
    priority: 2,
  },
  // What the session of a member's page needs, without React.
  {
    name: 'api',
    test: /src[\\/](contract[\\/]|web[\\/](api[\\/]|features[\\/](sign-in-again|session[\\/](session-actions|end-notice))\.ts))/,
    minShareCount: 2,
    priority: 1.5,
  },
  { name: 'shared', test: /src[\\/]web[\\/](ui|page|features[\\/](posts|session))[\\/]/, minShareCount: 2, priority: 1 },
]

/** Built twice: for the browser into dist/client, for the server into dist/server (scripts/build.mjs). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  // The page renderer carries its libraries, built for production whatever NODE_ENV the server runs under.
  ...(isSsrBuild ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    assetsDir: 'assets',
    // Every browser that runs the rest of our code preloads modules by itself.
    modulePreload: { polyfill: false },
    ...(isSsrBuild
      ? {}
      : {
          rollupOptions: {
            checks: { pluginTimings: false },
            input: ['src/web/entry-reader.ts', 'src/web/styles/reading.css', 'src/web/styles/further.css', 'src/web/styles/app.css'],
            output: { codeSplitting: { groups: CHUNKS } },
          },
        }),
  },
}))
