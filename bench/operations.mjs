/**
 * The measured operations, with functions that create the next call to the real and to the bare
 * server.
 */

/** Number of records whose versions are known, at least one for each connection. */
const changed = 16

const pickRandom = (list) => list[Math.floor(Math.random() * list.length)]
const names = ['pop', 'ion', 'radu', 'stan', 'mun', 'luc', 'mari', 'rus']

/** Returns the resources that have records, with the ids of some. */
async function recordsOf(client, resources) {
  const operations = []
  for (const { name, list, path } of resources) {
    const { status, body } = await client.call('GET', `${list}?pageSize=100`)
    const ids = status === 200 ? body.data.list.map(({ id }) => id) : []
    if (ids.length > 0) operations.push({ name, path, ids })
  }
  return operations
}

/**
 * Returns all operations. `client` is an administrator, `resources` are those of the bare server,
 * and `students` is the number of students.
 */
export async function createOperations(client, resources, students) {
  const records = await recordsOf(client, resources)
  const getOperation = (wanted) => records.find(({ name }) => name === wanted)
  const [learners, courses] = [getOperation('students').ids, getOperation('courses').ids]
  const versions = new Map()
  for (const [path, ids] of [
    ['students', learners],
    ['courses', courses],
  ])
    for (const id of ids.slice(0, changed))
      versions.set(id, (await client.call('GET', `/api/${path}/${id}`)).body.data.version)
  const { specializationId } = (await client.call('GET', `/api/courses/${courses[0]}`)).body.data
  let count = 0
  const newCourse = () => ({
    ...{
      name: `Measured ${++count}`,
      code: `B${Math.random().toString(36).slice(2, 12).toUpperCase()}`,
    },
    ...{ specializationId, year: 1, semester: 1, credits: 5 },
  })
  /** Only letters, because names of people cannot contain digits. */
  const newText = () => `text ${String(++count).replace(/\d/g, (digit) => 'abcdefghij'[digit])}`
  const bareChange = (path, ids, field) => (connection) => ({
    ...{ method: 'POST', path: '/update' },
    // Avoids the records of `change`, whose versions must not change in any other way.
    body: { table: path, field, id: ids[(changed + connection) % ids.length], value: newText() },
  })
  const newStudent = () => {
    const code = `B${Math.random().toString(36).slice(2, 12).toUpperCase()}`
    return {
      ...{
        lastName: 'Measured',
        firstName: 'Ana',
        matriculationNumber: code,
        email: `${code.toLowerCase()}@univ.ro`,
      },
      ...{ specializationId, academicYearOfEntry: '2025-2026' },
    }
  }
  /**
   * Generates a date that was not used before, so that no total is cached. All dates select the
   * same students.
   */
  const until = () =>
    `${2030 + Math.floor(Math.random() * 60)}-${twoDigits(1 + Math.random() * 12)}-${twoDigits(1 + Math.random() * 28)}`
  const filtered = (page, isNew) => {
    const query = () => ({ name: pickRandom(names), ...(isNew && { until: until() }) })
    return {
      ours() {
        const { name, until: last } = query()
        const more = last ? `&filters[enrolledAt]=2000-01-01..${last}` : ''
        const filters = `filters[status]=active&filters[lastName]=${name}${more}`
        return {
          method: 'GET',
          path: `/api/students?pageNumber=${page}&pageSize=25&sort=-createdAt&${filters}`,
        }
      },
      bare() {
        const params = new URLSearchParams({
          status: 'active',
          offset: (page - 1) * 25,
          ...query(),
        })
        return { method: 'GET', path: `/list?${params}` }
      },
    }
  }
  /**
   * Each connection changes a different record, because parallel changes of the same record would
   * be rejected.
   */
  const change = (path, ids, field) => ({
    ours(connection) {
      const id = ids[connection % ids.length]
      const version = versions.get(id)
      versions.set(id, version + 1)
      return {
        method: 'PATCH',
        path: `/api/${path}/update`,
        body: { id, version, [field]: newText() },
      }
    },
    bare: bareChange(path, ids, field),
  })
  /**
   * Like `change`, but without a version. Uses other records, because `change` tracks the versions
   * of the first ones.
   */
  const changeUnnamed = (path, ids, field) => ({
    ours: (connection) => ({
      ...{ method: 'PATCH', path: `/api/${path}/update` },
      body: { id: ids[(2 * changed + connection) % ids.length], [field]: newText() },
    }),
    bare: bareChange(path, ids, field),
  })
  return {
    // Must be first, because it requires that the password was entered recently.
    'export of all students as CSV': {
      ours: () => ({ method: 'GET', path: '/api/students/export?format=csv' }),
      bare: () => ({ method: 'GET', path: '/export' }),
      isOnce: true,
    },
    'list: two conditions, 25 rows, total counted': filtered(1, true),
    'list, total cached': filtered(1, false),
    'list, page 40, total counted': filtered(40, true),
    'list, no filter, total cached': {
      ours: () => ({ method: 'GET', path: '/api/students?pageSize=25&sort=-createdAt' }),
      bare: () => ({ method: 'GET', path: '/list' }),
    },
    ...(students >= 100_000 && {
      'list, no filter, page 1,000, total cached': {
        ours: () => ({
          method: 'GET',
          path: '/api/students?pageNumber=1000&pageSize=25&sort=-createdAt',
        }),
        bare: () => ({ method: 'GET', path: '/list?offset=24975' }),
      },
    }),
    'list, searched': {
      ours: () => ({
        method: 'GET',
        path: `/api/students?pageSize=25&sort=-createdAt&search=${pickRandom(names)}`,
      }),
      bare: () => ({ method: 'GET', path: `/search?word=${pickRandom(names)}` }),
    },
    'facets of three fields': {
      ours: () => ({
        method: 'GET',
        path: `/api/students/facets?filters[enrolledAt]=2000-01-01..${until()}`,
      }),
      bare: () => ({ method: 'GET', path: `/facets?until=${until()}` }),
    },
    ...Object.fromEntries(
      records.map(({ name, path, ids }) => [
        `one record: ${name}`,
        {
          ours: () => ({ method: 'GET', path: `/api/${path}/${pickRandom(ids)}` }),
          bare: () => ({ method: 'GET', path: `/one?resource=${name}&id=${pickRandom(ids)}` }),
        },
      ]),
    ),
    'create a course': {
      ours: () => ({ method: 'POST', path: '/api/courses/create', body: newCourse() }),
      bare: () => ({ method: 'POST', path: '/create', body: newCourse() }),
    },
    'create a student': {
      ours: () => ({ method: 'POST', path: '/api/students/create', body: newStudent() }),
      bare: () => ({ method: 'POST', path: '/create-student', body: newStudent() }),
    },
    'update a course': change('courses', courses, 'description'),
    'update a student': change('students', learners, 'city'),
    'update a student, no version named': changeUnnamed('students', learners, 'city'),
    // The field is part of the search text, so the record is read before it is written.
    'update the name of a student, no version named': changeUnnamed(
      'students',
      learners,
      'firstName',
    ),
  }
}

const twoDigits = (value) => String(Math.floor(value)).padStart(2, '0')
