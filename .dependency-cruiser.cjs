/**
 * Import rules between folders, by path pattern, so that they also cover new files. scripts/checks/boundaries.mjs checks the layers
 * and import cycles itself, because the parser used here does not recognise `import type`.
 */
module.exports = {
  /**
   * The layers of the server, lowest first. A file may import, including types, only from its own layer and lower ones. It
   * receives anything from a higher layer as a parameter. The engine contains no university code and does not import its wire
   * types. Only `server/app/` combines the engine with the university.
   */
  layers: [
    ['server/engine/task-queue.ts', 'server/engine/caller.ts', 'server/engine/merge-by-name.ts'],
    ['server/engine/database/'],
    [
      'server/engine/ports/',
      'server/engine/config.ts',
      'server/engine/settings-file.ts',
      'server/engine/secret-keys.ts',
      'server/engine/texts.ts',
    ],
    ['server/engine/environment.ts'],
    ['server/engine/images/', 'server/engine/pdf/'],
    ['server/engine/sql/', 'server/engine/database/schema-changes/'],
    ['server/engine/policy/'],
    ['server/engine/mail/', 'server/engine/session/'],
    ['server/engine/records/', 'server/engine/context.ts', 'server/engine/repeating.ts'],
    ['server/engine/jobs/', 'server/engine/exchange/'],
    ['server/engine/live/', 'server/engine/backup/'],
    ['server/engine/http/'],
    ['server/engine/services/'],
    ['server/engine/routes/'],
    ['server/engine/pack.ts'],
    ['model/academic/', 'model/admission/'],
    ['server/university/'],
    ['server/university/routes/'],
    ['demo/'],
    ['server/app/'],
  ],
  /** Groups of files that may import each other, counting types and dynamic imports, and the reason. No cycle exists at run time. */
  allowedCycles: [
    {
      reason: 'Records call hooks, and hooks write records, one at a time or in batches.',
      files: ['batch/types.ts', 'hooks.ts', 'records.ts'].map((name) => `server/engine/records/${name}`),
    },
  ],
  forbidden: [
    {
      name: 'model-imports-only-model',
      comment:
        'model/ and the .ts files of field types run on the server and in browsers. They may import only each other, zod and custom/languages.ts.',
      severity: 'error',
      from: { path: '^(model/|(custom/)?field-types/.*\\.ts$)' },
      to: { pathNot: ['^model/', '^(custom/)?field-types/.*\\.ts$', '^custom/languages\\.ts$', 'node_modules/zod/'] },
    },
    {
      name: 'generic-code-imports-no-university-rules',
      comment:
        'Generic code must not import model/admission or model/academic. Add a property to the declaration, or move the code to a screen or to the university.',
      severity: 'error',
      from: { path: ['^(providers|field-types|src/(kit|live|pages|theme|toasts))/', '^model/(?!academic/|admission/)'] },
      to: { path: '^model/(academic|admission)/' },
    },
    {
      name: 'declarations-import-only-model',
      comment: 'A declaration is data and may import only #model and other declarations. Implement what it names on the server or in src/.',
      severity: 'error',
      from: { path: '^(custom/)?resources/', pathNot: '^(custom/)?resources/calls/' },
      to: { pathNot: '^(model|resources|custom/resources)/' },
    },
    {
      name: 'calls-import-only-model-and-zod',
      comment:
        'The declaration of a call is data and may import only #model, other declarations and zod. Implement the call on the server.',
      severity: 'error',
      from: { path: '^(custom/)?resources/calls/' },
      to: { pathNot: ['^(model|resources|custom/resources)/', 'node_modules/zod/'] },
    },
    {
      name: 'declarations-import-no-calls',
      comment: 'Declarations of resources must not import declarations of calls. Calls import resources.',
      severity: 'error',
      from: { path: '^(custom/)?resources/', pathNot: '^(custom/)?resources/calls/' },
      to: { path: '^(custom/)?resources/calls/' },
    },
    {
      name: 'providers-import-no-pages-or-server',
      comment: 'providers/ may import only model, resources, locales and packages. Pass anything from a page as a parameter.',
      severity: 'error',
      from: { path: '^providers/' },
      to: { path: ['^(server|src|tests|scripts)/', '^(custom/)?field-types/.*\\.tsx$'] },
    },
    {
      name: 'server-imports-no-browser-code',
      comment: 'The server must not import browser code. Put what both need into model/, and what they exchange into model/wire/.',
      severity: 'error',
      from: { path: '^(demo/|(custom/)?server/)' },
      to: { path: ['^(custom/src|src|providers|tests|scripts)/', '^(custom/)?field-types/.*\\.tsx$'] },
    },
    {
      name: 'browser-imports-no-server-code',
      comment: 'Browser code must not import the server. Put what both need into model/, and what they exchange into model/wire/.',
      severity: 'error',
      from: { path: ['^(custom/)?src/', '^(custom/)?field-types/.*\\.tsx$'] },
      to: { path: '^(custom/server|server|tests|scripts)/' },
    },
    {
      name: 'custom-imported-only-by-registries',
      comment:
        'Only the modules that combine the program with custom/ may import it: resources/, server/app/packs/, src/console/, and the lists of languages, texts and field types. Import the combined list from there.',
      severity: 'error',
      from: {
        pathNot:
          '^(custom/|tests/|resources/|server/app/packs/|src/console/|src/i18n\\.ts|src/public/prerender\\.tsx|model/(vocabulary|field)\\.ts|src/fields/(field-type-components|field-components)\\.ts)',
      },
      to: { path: '^custom/' },
    },
    {
      name: 'public-pages-import-no-console',
      comment:
        'Public pages must not import the console, Refine, antd or react-router, because applicants would download them. Move shared code out of src/console.',
      severity: 'error',
      from: { path: '^src/public/' },
      to: {
        path: [
          '^src/(console|fields|pages|screens|shell)/',
          '^(custom/)?field-types/.*\\.tsx$',
          'node_modules/(antd|@ant-design|@refinedev|react-router|@tanstack)/',
        ],
      },
    },
    {
      name: 'field-components-import-no-pages',
      comment: 'The components of a field type are used on all pages and must not import one. Use src/fields and src/kit.',
      severity: 'error',
      from: { path: '^(custom/)?field-types/.*\\.tsx$' },
      to: { path: '^src/(pages|screens|public)/' },
    },
    {
      name: 'screens-import-no-other-screens',
      comment: 'A screen must not import another screen. Move shared code to a file next to their folders.',
      severity: 'error',
      from: { path: '^src/screens/([^/]+)/' },
      to: { path: '^src/screens/[^/]+/', pathNot: '^src/screens/$1/' },
    },
    {
      name: 'database-drivers-only-in-database',
      comment:
        'Only server/engine/database may import a database driver or drizzle. A university may define its tables with drizzle. Run statements through server/engine/database.',
      severity: 'error',
      from: { pathNot: '^(server/engine/database/|server/university/(tables/|schema\\.ts)|tests/|node_modules)' },
      to: { path: 'node_modules/(drizzle-orm|@electric-sql|pg)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.tsbuild|docs|data)/' },
    tsPreCompilationDeps: false,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
