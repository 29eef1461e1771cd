/**
 * Import rules between folders, by path pattern, so that they also cover new files. scripts/checks/boundaries.mjs checks the layers
 * and import cycles itself, because the parser used here does not recognise `import type`.
 */
module.exports = {
  /**
   * The layers of the server, lowest first. A file may import, including types, only from its own layer and lower ones. It
   * receives anything from a higher layer as a parameter. The engine contains no university code and does not import its wire
   * types. Only `server/app.ts` combines the engine with the university.
   */
  layers: [
    [
      'packages/server/task-queue.ts',
      'packages/server/caller.ts',
      'packages/server/merge-by-name.ts',
    ],
    ['packages/server/database/'],
    [
      'packages/server/ports/',
      'packages/server/config.ts',
      'packages/server/settings-file.ts',
      'packages/server/secret-keys.ts',
      'packages/server/texts.ts',
    ],
    ['packages/server/environment.ts'],
    ['packages/server/images/', 'packages/server/pdf/'],
    ['packages/server/sql/', 'packages/server/database/schema-changes/'],
    ['packages/server/policy/'],
    ['packages/server/mail/', 'packages/server/session/'],
    ['packages/server/records/', 'packages/server/context.ts', 'packages/server/repeating.ts'],
    ['packages/server/jobs/', 'packages/server/exchange/'],
    ['packages/server/live/', 'packages/server/backup/'],
    ['packages/server/http/'],
    ['packages/server/services/'],
    ['packages/server/system/'],
    ['packages/server/routes/'],
    ['packages/server/pack.ts'],
    ['resources/academic/', 'resources/admission/'],
    ['server/'],
    ['server/hooks.ts', 'server/routes.ts'],
    ['demo/'],
    [
      'packages/server/app/',
      'server/app.ts',
      'server/university.ts',
      'server/main.ts',
      'server/commands.ts',
      'server/commands/',
    ],
  ],
  /** Groups of files that may import each other, counting types and dynamic imports, and the reason. No cycle exists at run time. */
  allowedCycles: [
    {
      reason: 'Records call hooks, and hooks write records, one at a time or in batches.',
      files: ['batch/types.ts', 'hooks.ts', 'records.ts'].map(
        (name) => `packages/server/records/${name}`,
      ),
    },
  ],
  forbidden: [
    {
      name: 'model-imports-only-model',
      comment:
        'packages/schema/ runs on the server and in browsers. It may import only itself and zod. Pass facts of the application to createRegistry.',
      severity: 'error',
      from: { path: '^packages/schema/.*\\.ts$', pathNot: '^packages/schema/tests/' },
      to: { pathNot: ['^packages/schema/.*\\.ts$', 'node_modules/zod/'] },
    },
    {
      name: 'field-types-import-only-model',
      comment:
        'The .ts files of field types run on the server and in browsers. They may import only each other, packages/schema/ and zod.',
      severity: 'error',
      from: { path: '^(custom|resources)/field-types/.*\\.ts$' },
      to: {
        pathNot: [
          '^packages/schema/.*\\.ts$',
          '^(custom|resources)/field-types/.*\\.ts$',
          'node_modules/zod/',
        ],
      },
    },
    {
      name: 'declarations-import-only-model',
      comment:
        'A declaration is data and may import only packages/schema and other declarations. Implement what it names on the server or in src/.',
      severity: 'error',
      from: {
        path: '^(custom/)?resources/',
        pathNot: '^(custom/)?resources/(calls|academic|admission|field-types)/',
      },
      to: {
        pathNot: '^(packages/schema/|resources/|custom/(field-types/|resources/|languages\\.ts$))',
      },
    },
    {
      name: 'calls-import-only-model-and-zod',
      comment:
        'The declaration of a call is data and may import only packages/schema, other declarations and zod. Implement the call on the server.',
      severity: 'error',
      from: { path: '^(custom/)?resources/(calls|academic|admission)/' },
      to: { pathNot: ['^(packages/schema|resources|custom/resources)/', 'node_modules/zod/'] },
    },
    {
      name: 'declarations-import-no-calls',
      comment:
        'Declarations of resources must not import declarations of calls. Calls import resources.',
      severity: 'error',
      from: { path: '^(custom/)?resources/', pathNot: '^(custom/)?resources/calls/' },
      to: { path: '^(custom/)?resources/calls/' },
    },
    {
      name: 'providers-import-only-schema',
      comment:
        'providers/ may import only packages/schema and npm packages. Pass anything else to createProviders.',
      severity: 'error',
      from: { path: '^providers/', pathNot: '^providers/tests/' },
      to: {
        path: [
          '^(server|src|resources|custom|demo|locales|packages/(server|console)|tests|scripts)/',
          '^packages/schema/field-types/.*\\.tsx$',
        ],
      },
    },
    {
      name: 'server-imports-no-browser-code',
      comment:
        'The server must not import browser code. Put what both need into packages/schema/, and what they exchange into packages/schema/wire/.',
      severity: 'error',
      from: { path: '^(demo/|(custom/|packages/)?server/)', pathNot: '^packages/server/tests/' },
      to: {
        path: [
          '^(custom/src|src|packages/console|providers|tests|scripts)/',
          '^(packages/schema|custom|resources)/field-types/.*\\.tsx$',
        ],
      },
    },
    {
      name: 'browser-imports-no-server-code',
      comment:
        'Browser code must not import the server. Put what both need into packages/schema/, and what they exchange into packages/schema/wire/.',
      severity: 'error',
      from: {
        path: [
          '^(custom/)?src/',
          '^packages/console/',
          '^(packages/schema|custom|resources)/field-types/.*\\.tsx$',
        ],
        pathNot: '^packages/console/tests/',
      },
      to: { path: '^(custom/server|server|packages/server|tests|scripts)/' },
    },
    {
      name: 'custom-imported-only-by-registries',
      comment:
        'Only the modules that combine the program with custom/ may import it: resources/, server/app.ts, src/console.ts, src/texts.ts. Import the combined list from there.',
      severity: 'error',
      from: {
        pathNot:
          '^(custom/|tests/|resources/|server/app\\.ts|src/(console\\.ts|texts\\.ts|public/prerender\\.tsx))',
      },
      to: { path: '^custom/' },
    },
    {
      name: 'examples-import-only-packages',
      comment:
        'An example is an application without the university. It may import only packages/, providers/ and its own files.',
      severity: 'error',
      from: { path: '^examples/([^/]+)/' },
      to: {
        path: '^(server|src|resources|custom|demo|tests|scripts|examples)/',
        pathNot: '^examples/$1/',
      },
    },
    {
      name: 'application-imports-no-examples',
      comment: 'Nothing depends on an example.',
      severity: 'error',
      from: { pathNot: '^examples/' },
      to: { path: '^examples/' },
    },
    {
      name: 'public-pages-import-no-console',
      comment:
        'Public pages must not import the console, Refine, antd or react-router, because applicants would download them. Move shared code out of packages/console/app.',
      severity: 'error',
      from: { path: '^(src|packages/console)/public/' },
      to: {
        path: [
          '^src/screens/',
          '^packages/console/(app|fields|pages|screens|shell|shortcuts)/',
          '^(packages/schema|custom|resources)/field-types/.*\\.tsx$',
          'node_modules/(antd|@ant-design|@refinedev|react-router|@tanstack)/',
        ],
      },
    },
    {
      name: 'field-components-import-no-pages',
      comment:
        'The components of a field type are used on all pages and must not import one. Use fields/ and kit/ of packages/console.',
      severity: 'error',
      from: { path: '^(packages/schema|custom|resources)/field-types/.*\\.tsx$' },
      to: { path: '^(packages/console/(pages|screens)|src/(screens|public))/' },
    },
    {
      name: 'screens-import-no-other-screens',
      comment:
        'A screen must not import another screen. Move shared code to a file next to their folders.',
      severity: 'error',
      from: { path: '^src/screens/([^/]+)/' },
      to: { path: '^src/screens/[^/]+/', pathNot: '^src/screens/$1/' },
    },
    {
      name: 'database-drivers-only-in-database',
      comment:
        'Only packages/server/database may import a database driver or drizzle. A university may define its tables with drizzle. Run statements through packages/server/database.',
      severity: 'error',
      from: {
        pathNot:
          '^(packages/server/database/|server/tables/|examples/[^/]+/server/tables\\.ts$|tests/|packages/testing/|(packages/[^/]+|providers)/tests/|node_modules)',
      },
      to: { path: 'node_modules/(drizzle-orm|@electric-sql|pg)/' },
    },
    {
      name: 'tests-imported-only-by-tests',
      comment:
        'packages/testing and the tests of packages are not part of the program. Move what the program needs out of them.',
      severity: 'error',
      from: {
        pathNot:
          '^(tests/|bench/|packages/testing/|custom/tests/|(packages/[^/]+|providers)/tests/)',
      },
      to: { path: '^(packages/testing/|(packages/[^/]+|providers)/tests/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(dist|\\.tsbuild|docs|data)/', '^examples/[^/]+/(dist|data|[.]tsbuild)/'] },
    tsPreCompilationDeps: false,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
