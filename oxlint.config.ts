import { defineConfig, type OxlintOverride as Override } from 'oxlint'
import { forbiddenImports, TEST_FILES, zones } from './scripts/import-zones.ts'

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'oxc', 'vitest'],
  options: { typeAware: true },
  categories: { correctness: 'error' },
  ignorePatterns: ['dist', 'data', 'screenshots', '.prepare'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-relative-parent-imports': 'error',
    'oxc/no-barrel-file': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    complexity: ['error', 12],
    'max-params': ['error', 3],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'react/no-danger': 'error',
    'no-console': 'error',
    // Vitest's second argument says what is being looked at, in a loop for instance.
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
    // A paragraph with role=status is announced as it should be; <output> belongs to a form.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // In a dialog, and in a field that the reader has just asked for, the focus has to go there.
    'jsx-a11y/no-autofocus': 'off',
  },
  overrides: [
    // Two overrides that match one file replace each other's options of a rule: each file is in exactly one zone.
    ...zones
      .filter(({ may }) => !may.includes('**'))
      .map((zone): Override => {
        const message = `${zone.name} may import only: ${zone.may.join(', ')}`
        return {
          files: [...zone.files],
          excludeFiles: TEST_FILES,
          rules: { 'no-restricted-imports': ['error', { patterns: [{ group: forbiddenImports(zone), message }] }] },
        }
      }),
    // The index of a module is its public API.
    { files: ['src/*/{server,web}/index.ts'], rules: { 'oxc/no-barrel-file': 'off' } },
    // A suite is one function however many tests it holds; a table of cases has its columns as parameters.
    {
      files: ['tests/**', ...TEST_FILES],
      rules: {
        'max-lines-per-function': 'off',
        'max-params': 'off',
        'max-lines': ['error', { max: 320, skipBlankLines: true, skipComments: true }],
      },
    },
  ],
})
