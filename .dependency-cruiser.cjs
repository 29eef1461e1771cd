/**
 * The arrows between folders, as data: rules by pattern, so that a new folder is covered on its first day.
 * Cycles and floors are looked for in scripts/checks/boundaries.mjs, because the parser used here cannot tell `import type`.
 */
module.exports = {
  /**
   * The floors of the server, the lowest first. A file imports from its own floor and those below, types included: what it
   * needs from above is handed in. The engine knows no story, nor what stories say to the browser; a university stands on it,
   * and only the application knows both.
   */
  floors: [
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
    ['server/engine/images/', 'server/engine/papers/'],
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
  /**
   * Files that need each other, types and later imports included, and why they may: no others do. At run time none do at all.
   */
  knots: [
    {
      why: 'Records ask hooks, whose work writes records, many of them too.',
      files: ['batch/types.ts', 'hooks.ts', 'records.ts'].map((name) => `server/engine/records/${name}`),
    },
  ],
  forbidden: [
    {
      name: 'the-language-stands-alone',
      comment:
        'model/ and what the kinds of fields say for everybody are pure and run anywhere: they import themselves, zod and the list of languages.',
      severity: 'error',
      from: { path: '^(model/|(custom/)?field-types/.*\\.ts$)' },
      to: { pathNot: ['^model/', '^(custom/)?field-types/.*\\.ts$', '^custom/languages\\.ts$', 'node_modules/zod/'] },
    },
    {
      name: 'what-is-for-all-knows-no-story',
      comment: 'What applicants and students are to each other is said in model/admission and model/academic, for the university alone.',
      severity: 'error',
      from: { path: ['^(providers|field-types|src/(kit|live|pages|theme|toasts))/', '^model/(?!academic/|admission/)'] },
      to: { path: '^model/(academic|admission)/' },
    },
    {
      name: 'declarations-speak-only-the-language',
      comment: 'A declaration is data made with #model. What a name means is implemented where it runs.',
      severity: 'error',
      from: { path: '^(custom/)?resources/', pathNot: '^(custom/)?resources/calls/' },
      to: { pathNot: '^(model|resources|custom/resources)/' },
    },
    {
      name: 'declared-calls-speak-the-language-and-zod',
      comment: 'A call is data made with #model, and schemas. What it does is implemented where it runs.',
      severity: 'error',
      from: { path: '^(custom/)?resources/calls/' },
      to: { pathNot: ['^(model|resources|custom/resources)/', 'node_modules/zod/'] },
    },
    {
      name: 'declarations-know-no-call',
      comment: 'Calls stand on the declarations of resources, never the other way round.',
      severity: 'error',
      from: { path: '^(custom/)?resources/', pathNot: '^(custom/)?resources/calls/' },
      to: { path: '^(custom/)?resources/calls/' },
    },
    {
      name: 'providers-know-no-page-and-no-server',
      comment: 'providers/ may import model, resources, locales and packages.',
      severity: 'error',
      from: { path: '^providers/' },
      to: { path: ['^(server|src|tests|scripts)/', '^(custom/)?field-types/.*\\.tsx$'] },
    },
    {
      name: 'server-and-browser-never-meet',
      comment: 'They agree through model/wire/wire.ts and model/wire/endpoints.ts.',
      severity: 'error',
      from: { path: '^(demo/|(custom/)?server/)' },
      to: { path: ['^(custom/src|src|providers|tests|scripts)/', '^(custom/)?field-types/.*\\.tsx$'] },
    },
    {
      name: 'browser-and-server-never-meet',
      comment: 'They agree through model/wire/wire.ts and model/wire/endpoints.ts.',
      severity: 'error',
      from: { path: ['^(custom/)?src/', '^(custom/)?field-types/.*\\.tsx$'] },
      to: { path: '^(custom/server|server|tests|scripts)/' },
    },
    {
      name: 'one-door-for-what-is-added',
      comment:
        'What a university adds is met where packs are put together: resources/, server/app/packs, src/console, and where languages, their texts and kinds of fields are.',
      severity: 'error',
      from: {
        pathNot:
          '^(custom/|tests/|resources/|server/app/packs/|src/console/|src/i18n\\.ts|src/public/prerender\\.tsx|model/(vocabulary|field)\\.ts|src/fields/(field-type-components|field-components)\\.ts)',
      },
      to: { path: '^custom/' },
    },
    {
      name: 'public-pages-stay-light',
      comment: 'The public pages load no console: neither Refine, antd nor react-router, nor anything of src/console.',
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
      name: 'faces-of-fields-know-no-page',
      comment: 'A kind of field is shown on any page: it takes its parts from src/fields, src/kit and what they stand on.',
      severity: 'error',
      from: { path: '^(custom/)?field-types/.*\\.tsx$' },
      to: { path: '^src/(pages|screens|public)/' },
    },
    {
      name: 'screens-are-strangers',
      comment: 'What two screens share belongs beside them, not inside one of them.',
      severity: 'error',
      from: { path: '^src/screens/([^/]+)/' },
      to: { path: '^src/screens/[^/]+/', pathNot: '^src/screens/$1/' },
    },
    {
      name: 'sql-stays-home',
      comment: 'Databases are spoken to in server/engine/database; a university names its own tables.',
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
