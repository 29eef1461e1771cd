/** Random definitions of application forms and answers that try to break them. */
import fc from 'fast-check'

/** Words of JavaScript, of the predicate language and of SQL. */
const words = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length'],
  ...['and', 'or', 'not', 'expression', 'is', 'user', 'value', 'date', 'now', 'undefined', 'null'],
  ...['select', 'table', 'user', 'order', 'default', 'id', 'answers', 'status', 'pages', 'items'],
  ...['degree', 'isMinor', 'age', 'programmes', 'q_abc123', 'q_abc124', 'q_abc125'],
]
const word = fc.constantFrom(...words)
const text = fc.oneof(
  word,
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202eabc',
    '{{label}}',
    '$nest(x)',
    "'; drop table registrations; --",
    '<script>',
    'x'.repeat(201),
    'x'.repeat(70_000),
  ),
)
const id = (prefix: string) =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom(...['abc123', 'abc124', 'abc125'].map((end) => prefix + end)),
    },
    { weight: 1, arbitrary: text },
  )
const number = fc.oneof(
  fc.integer({ min: -5, max: 100 }),
  fc.constantFrom(1e12, 1e13, 0.1, 5e-324, 1e308, Number.NaN, Number.POSITIVE_INFINITY),
)
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null))
/** An object whose own keys may be `__proto__`, as `JSON.parse` creates it. */
const record = <Value>(keys: fc.Arbitrary<string>, value: fc.Arbitrary<Value>, maxLength = 3) =>
  fc
    .array(fc.tuple(keys, value), { maxLength })
    .map((entries) => Object.fromEntries(entries) as { readonly [name: string]: Value })

const comparison = record(
  fc.constantFrom('eq', 'ne', 'in', 'has', 'gt', 'gte', 'lt', 'lte', 'contains', 'isNull', 'user'),
  fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
  2,
)
const { condition } = fc.letrec((tie) => ({
  condition: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    record(word, comparison, 2),
    fc.constant({ degree: { eq: 'bachelor' } }),
    record(fc.constantFrom('and', 'or', 'not'), fc.oneof(tie('condition'), comparison), 1),
    fc.record({ and: fc.array(tie('condition'), { maxLength: 4 }) }),
    fc.record({ or: fc.array(tie('condition'), { maxLength: 4 }) }),
    fc.record({ not: tie('condition') }),
  ),
}))

const texts = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ro: fc.constantFrom('Text', 'Întrebare') }) },
  { weight: 1, arbitrary: record(fc.oneof(fc.constantFrom('ro', 'en', 'xx'), word), text) },
)
const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const options = fc.array(fc.record({ id: id('o_'), label: texts }), { minLength: 1, maxLength: 2 })
const limits = {
  max: fc.oneof(fc.integer({ min: 1, max: 50 }), number),
  min: fc.oneof(fc.constant(0), number),
  scale: fc.oneof(fc.integer({ min: 1, max: 4 }), number),
  options,
}
type Limits = { [L in keyof typeof limits]: unknown }
/** The limits that a type has. */
const limitsOf = (type: string, { max, min, scale, options: choices }: Limits) => ({
  ...(['text', 'longText'].includes(type) && { max }),
  ...(type === 'integer' && { min, max }),
  ...(type === 'decimal' && { min, max, scale }),
  ...(['choice', 'set'].includes(type) && { options: choices }),
})
const column = fc
  .record({
    id: id('c_'),
    label: texts,
    required: fc.boolean(),
    type: fc.constantFrom(
      'text',
      'integer',
      'decimal',
      'grade',
      'date',
      'choice',
      'country',
      'file',
    ),
    ...limits,
  })
  .map(({ id: columnId, label, required, type, ...values }) => ({
    ...{ id: columnId, label, required, type },
    ...limitsOf(type, values),
  }))
const types = [
  ...['text', 'longText', 'integer', 'decimal', 'grade', 'date', 'boolean', 'choice', 'set'],
  ...['email', 'phone', 'country', 'file', 'table', 'declaration', 'toString'],
]
/** Mostly the properties of its type, so that many definitions are accepted. */
const item = fc
  .record({
    id: id('q_'),
    key: fc.oneof(word, fc.constantFrom('first', 'second', 'third')),
    type: fc.constantFrom(...types),
    label: texts,
    required: fc.oneof(fc.boolean(), condition),
    help: rarely(texts),
    asks: rarely(condition),
    ...limits,
    columns: fc.array(column, { minLength: 1, maxLength: 3 }),
    rows: fc.oneof(fc.integer({ min: 1, max: 10 }), number),
    extra: rarely(fc.tuple(word, scalar)),
  })
  .map(({ max, min, scale, options: choices, columns, rows, extra, ...common }) => ({
    ...Object.fromEntries(Object.entries(common).filter(([, value]) => value !== undefined)),
    ...limitsOf(common.type, { max, min, scale, options: choices }),
    ...(common.type === 'table' && { columns, rows }),
    ...(extra && Object.fromEntries([extra])),
  }))

export const hostileContent = fc.record({
  pages: fc.array(
    fc.record({ id: id('p_'), title: texts, items: fc.array(item, { maxLength: 2 }) }),
    { maxLength: 2 },
  ),
})

const answer = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  record(word, scalar),
  fc.constantFrom('o_abc123', '9.5', '2020-02-30', '2020-02-29', 'RO', '0740555333', 'a@b.ro'),
  fc.constant(['o_abc123']),
  fc.array(
    fc.oneof(
      record(
        fc.oneof(word, fc.constantFrom('c_abc123', 'c_abc124', 'c_abc125')),
        fc.oneof(scalar, fc.constantFrom('o_abc123', 9.5, '2020-02-29', 'RO')),
      ),
      scalar,
    ),
    { maxLength: 11 },
  ),
)
export const hostileAnswers = record(word, answer, 4)
