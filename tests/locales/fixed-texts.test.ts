import { expect, test } from 'vitest'
import { languages } from '#resources/languages.ts'
import { catalogueTexts, namespacesOf } from './catalogues.ts'

/**
 * All texts that the specification fixes exactly, including its spelling and double full stops:
 * sections 2, 8 and 9 in order. `similar` lists texts for which it only has one example and "and
 * similar for each".
 */
const fixedTexts = [
  ...[
    'Not Found',
    'Requested resource is not available',
    'Login',
    'Back to sign in page',
    'Unexpected Application Error!',
  ],
  ...[
    'University Registration stopped',
    'No data received',
    'Professor Home',
    'Invalid file size.',
    'Maximum file size is 2 MB.',
  ],
  'Registration are not available at this moment. Please check university website registration time.',
  ...[
    'Session expired. Please login again.',
    'Credentials are wrong.',
    'A problem occured when trying to create a new user.',
  ],
  ...[
    'Unknown authentication error.',
    'Login failed.',
    'Register failed.',
    'Check Authentication failed.',
    'Revoke occured an error.',
  ],
  ...['Forgot Password occured an error.', 'Registration failed.'],
  ...['User created.', 'Successfully logout.', 'Updated registration status successfully..'],
  ...[
    'Department created successfully..',
    'Department update successfully..',
    'Specialization created successfully..',
  ],
  ...[
    'Specialization update successfully..',
    'Course created successfully..',
    'Course updated successfully..',
  ],
  ...[
    'Get Course list successfully.',
    'Registration created successfully.',
    'Application Settings updated successfully.',
  ],
  ...['No items found', 'No account data available', 'No settings available'],
  'The account service page may be temporarily unavailable. Please try again later.',
  'This settings service page may be temporarily unavailable. Please try again later.',
  'No previous registrations found for Identity ID: {{id}}',
  'Mon-Fri, 8AM-5PM',
]
const similar = [
  'Get {{name}} List failed.',
  'Get {{name}} failed.',
  'Create {{name}} failed.',
  'Update {{name}} failed.',
]

const all = namespacesOf('en').flatMap((namespace) =>
  [...catalogueTexts('en', namespace)].map(([key, text]) => ({ namespace, key, text })),
)
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const placesOf = (text: string) =>
  all.filter((one) => plain(one.text) === text || one.text.endsWith(`: ${text}`))

test.each([...fixedTexts, ...similar])(
  '"%s" is in the English texts, and translated in the other languages',
  (text) => {
    const places = placesOf(text)
    expect(places).not.toEqual([])
    for (const { namespace, key } of places)
      for (const language of languages)
        expect([language, catalogueTexts(language, namespace).get(key)]).toEqual([
          language,
          expect.stringMatching(/\S/),
        ])
  },
)

test.each(languages)(
  'the sentences in %s that refer to the university’s website contain the words that become the link',
  (language) => {
    const texts = catalogueTexts(language, 'public')
    const text = texts.get('footer.websiteWords') ?? ''
    for (const key of ['apply.detail', 'footer.fallback'])
      expect(texts.get(key)?.split(text)).toHaveLength(2)
  },
)

test('the names in "Get User List failed." and similar texts are those of the records (R-A14)', () => {
  const getResourceName = (name: string) => catalogueTexts('en', 'resources').get(`${name}.one`)
  expect(
    ['users', 'departments', 'specializations', 'courses', 'settings'].map(getResourceName),
  ).toEqual([...['User', 'Department', 'Specialization', 'Course', 'Settings']])
})
