import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Libraries that every page needs stay in one file from deployment to deployment;
 * our small parts that several pages share come in one more, not in a dozen.
 */
const CHUNKS = [
  { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|zustand)[\\/]/ },
  { name: 'shared', test: /src[\\/]web[\\/](ui|api|store|router|features[\\/](posts|session))[\\/]/, minShareCount: 2 },
]

/** Built twice: for the browser into dist/client, for the server into dist/server (scripts/build.mjs). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  // The page renderer carries its libraries, built for production whatever NODE_ENV the server runs under.
  ...(isSsrBuild ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  publicDir: isSsrBuild ? false : 'src/web/public',
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
            input: 'src/web/entry-client.tsx',
            output: { codeSplitting: { groups: CHUNKS } },
          },
        }),
  },
}))
