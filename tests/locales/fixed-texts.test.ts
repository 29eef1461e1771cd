import { expect, test } from 'vitest'
import { namespacesOf, textsOf } from './catalogues.ts'

/** Texts that the specification fixes letter for letter, its spelling and its double full stops included. */
const fixedTexts = [
  'University Registration stopped',
  'Registration are not available at this moment. Please check university website registration time.',
  'Not Found',
  'Requested resource is not available',
  'Login',
  'Back to sign in page',
  'Unexpected Application Error!',
  'Credentials are wrong.',
  'Session expired. Please login again.',
  'Invalid file size.',
  'Maximum file size is 2 MB.',
  'No data received',
  'No items found',
  'No account data available',
  'The account service page may be temporarily unavailable. Please try again later.',
  'No settings available',
  'This settings service page may be temporarily unavailable. Please try again later.',
  'User created.',
  'Successfully logout.',
  'Department created successfully..',
  'Department update successfully..',
  'Specialization created successfully..',
  'Specialization update successfully..',
  'Course created successfully..',
  'Course updated successfully..',
  'Application Settings updated successfully.',
  'A problem occured when trying to create a new user.',
  'Unknown authentication error.',
  'Login failed.',
  'Professor Home',
  'Mon-Fri, 8AM-5PM',
]

const english = namespacesOf('en').flatMap((namespace) => [...textsOf('en', namespace).values()])

test.each(fixedTexts)('"%s" stands in the English texts as the specification has it', (text) => {
  expect(english.some((one) => one === text || one.endsWith(`: ${text}`))).toBe(true)
})
