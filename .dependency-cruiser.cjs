/**
 * The arrows between folders, as data: rules by pattern, so that a new folder is covered on its first day.
 * Cycles are looked for in scripts/checks/boundaries.mjs, because the parser used here cannot tell `import type`.
 */
module.exports = {
  forbidden: [
    {
      name: 'the-language-stands-alone',
      comment: 'model/ is pure and runs anywhere: it imports itself and zod.',
      severity: 'error',
      from: { path: '^model/' },
      to: { pathNot: ['^model/', 'node_modules/zod/'] },
    },
    {
      name: 'declarations-speak-only-the-language',
      comment: 'A declaration is data made with #model. What a name means is implemented where it runs.',
      severity: 'error',
      from: { path: '^resources/' },
      to: { pathNot: '^(model|resources)/' },
    },
    {
      name: 'providers-know-no-page-and-no-server',
      comment: 'providers/ may import model, resources, locales and packages.',
      severity: 'error',
      from: { path: '^providers/' },
      to: { path: '^(server|src|tests|scripts)/' },
    },
    {
      name: 'server-and-browser-never-meet',
      comment: 'They agree through model/wire.ts and model/endpoints.ts.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(src|providers|tests|scripts)/' },
    },
    {
      name: 'browser-and-server-never-meet',
      comment: 'They agree through model/wire.ts and model/endpoints.ts.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(server|tests|scripts)/' },
    },
    {
      name: 'public-pages-stay-light',
      comment: 'The public pages load no console: neither Refine, antd nor react-router, nor anything of src/console.',
      severity: 'error',
      from: { path: '^src/public/' },
      to: { path: ['^src/(console|fields|pages|screens|shell)/', 'node_modules/(antd|@ant-design|@refinedev|react-router|@tanstack)/'] },
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
      comment: 'Databases are spoken to in server/database.',
      severity: 'error',
      from: { pathNot: '^(server/database/|drizzle\\.config\\.ts|tests/|node_modules)' },
      to: { path: 'node_modules/(drizzle-orm|@electric-sql|pg)/' },
    },
    {
      name: 'routes-go-down-only',
      comment: 'main → app → routes → actions → records, policy → database. Nothing below knows who is above.',
      severity: 'error',
      from: { path: '^server/(database|records|policy|actions|admission|academic|jobs|exchange|live)/' },
      to: { path: '^server/(routes|http|app\\.ts|main\\.ts)' },
    },
    {
      name: 'database-knows-no-record-rules',
      comment: 'server/database is the lowest floor.',
      severity: 'error',
      from: { path: '^server/database/' },
      to: { path: '^server/(records|policy|actions|admission|academic|jobs|exchange|live|session|demo)/' },
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
