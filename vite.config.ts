import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * The script of reading pages is one file, with the store that it shares with React's parts. React stays in one file from
 * deployment to deployment; our small parts that several islands share come in one more, not in a dozen.
 */
const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  {
    name: 'store',
    test: /node_modules[\\/]zustand[\\/]esm[\\/](vanilla|middleware)|src[\\/](ui[\\/](store[\\/](?!use-)|time[\\/]relative-time)|accounts[\\/](web[\\/]user-actions|contract[\\/]name-of-user)|site[\\/]web[\\/]page-info|platform[\\/]contract[\\/](limits|plural))|vite[\\/]preload-helper/,
    priority: 2,
  },
  // What the session of a member's page needs, without React and without the reader of HTML.
  {
    name: 'api',
    test: /src[\\/](\w+[\\/]contract[\\/](?!.*(?:endpoints|forms?\.ts|read-html|body-text|cover\.ts))|accounts[\\/]contract[\\/](auth|attention)\.endpoints|ui[\\/]api[\\/]|accounts[\\/]web[\\/]session[\\/](session-end|session-actions|end-notice)\.ts)/,
    minShareCount: 2,
    priority: 1.5,
  },
  // What the comments of a post need.
  {
    name: 'shared',
    test: /src[\\/](ui[\\/](components[\\/](alert|button|class-names|dialog|empty-state|spinner)|forms[\\/](form|field|text-area|use-action)|time)|site[\\/]web[\\/](page-|local-time)|pages[\\/]page|posts[\\/]web[\\/]post-card|accounts[\\/]web[\\/](session[\\/]use-current-user|user-avatar))/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'parts', test: /src[\\/](ui[\\/](components|forms(?![\\/]declared))|site[\\/]web)[\\/]/, minShareCount: 2, priority: 0.5 },
]

/** What runs beside the server, in processes and a thread of its own (programAt in src/platform/process/project-folder.ts). */
const WORKERS = [
  'src/media/server/cleaning/media-worker.ts',
  'src/media/server/files/picture-worker.ts',
  'src/import-export/server/runs/import-process.ts',
  'src/operations/server/restore/restore-process.ts',
  'src/writing/server/body/sanitize-thread.ts',
]

/** Libraries with native parts, those that only blogs on PostgreSQL or S3 load, and one that fails in a bundle. */
const NOT_BUNDLED = ['@aws-sdk/client-s3', '@node-rs/argon2', '@simplewebauthn/server', 'pg', 'sharp']

/** Node reads the source map of each file that it loads; that of the libraries helps nobody. */
const removeLibraryMaps: Plugin = {
  name: 'remove-library-maps',
  generateBundle(_, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (!name.includes('/libraries')) continue
      if (file.type === 'chunk') file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*/, '')
      else delete bundle[name]
    }
  },
}

/**
 * In the browser an endpoint is its key: its rules stay on the server, with the library of their schemas. A module of the
 * browser that imports anything else of a `.endpoints.ts` does not build.
 */
const removeEndpointRules: Plugin = {
  name: 'remove-endpoint-rules',
  enforce: 'pre',
  transform(code, id, options) {
    if (options?.ssr === true || !id.endsWith('.endpoints.ts')) return null
    const endpoints = Array.from(
      code.matchAll(/^export const (\w+) = endpoint\('([^']+)'/gm),
      ([, name, key]) => `export const ${name} = { key: '${key}' }`,
    )
    return { code: endpoints.join('\n'), map: null }
  },
}

/** Built twice: for the browser into dist/client, for the server into dist/server (scripts/build.mjs). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [removeEndpointRules, react(), tailwindcss(), removeLibraryMaps],
  // The server carries its libraries, built for production whatever NODE_ENV it runs under (docs/decisions/0001).
  ...(isSsrBuild ? { ssr: { noExternal: true as const, external: NOT_BUNDLED }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    assetsDir: 'assets',
    // Every browser that runs the rest of our code preloads modules by itself.
    modulePreload: { polyfill: false },
    // Stack traces in the log name the files and lines of the sources.
    sourcemap: isSsrBuild === true,
    ...(isSsrBuild
      ? {
          rollupOptions: {
            // Styles have none.
            checks: { sourcemapBroken: false },
            input: ['src/app/process/run.ts', 'src/app/web/entry-server.tsx', ...WORKERS],
            output: {
              // Less to read at start; names stay as they are, for stack traces.
              comments: false,
              minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
              sourcemapExcludeSources: true,
              // The build is made one folder deeper than where it is put.
              sourcemapPathTransform: (path: string) => path.replace('../', ''),
              // A worker loads the libraries that it needs.
              codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/, tags: ['$initial' as const], entriesAware: true }] },
            },
          },
        }
      : {
          rollupOptions: {
            checks: { pluginTimings: false },
            input: ['src/app/web/entry-reader.ts', 'src/ui/styles/app.css'],
            output: { codeSplitting: { groups: CHUNKS } },
          },
        }),
  },
}))
