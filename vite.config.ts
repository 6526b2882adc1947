import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Built twice: for the browser into dist/client, for the server into dist/server (scripts/build.mjs). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: isSsrBuild ? false : 'src/web/public',
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    assetsDir: 'assets',
    ...(isSsrBuild ? {} : { rollupOptions: { input: 'src/web/entry-client.tsx' } }),
  },
}))
