/**
 * Results of a merit-based admission in a results draft, for staff. Applicants are identified only
 * by reference number.
 */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineCall, type ResponseBody, type ResponseOf } from '@matricola/schema/wire/call.ts'
import {
  count,
  describedSchema,
  flag,
  id,
  idOrNull,
  instant,
  instantOrNull,
  pageQueryShape,
  pageSchema,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import {
  choiceReasons,
  inputGroups,
  type ResultChange,
  resultCauses,
  resultChanges,
  resultMails,
} from '../admission/ranking.ts'
import { gradeNameSchema } from '../admission/wire-merit.ts'
import { admissionDrafts } from '../admission-drafts.ts'
import { admissionProgrammes } from '../admission-programmes.ts'

const rankingCall = {
  tag: admissionDrafts.name,
  access: { resource: asAnyResource(admissionDrafts), grant: 'read' },
  method: 'GET',
} as const
const base = '/api/admission-drafts/:id'
const hundredths = () => z.nullable(z.int())

const place = { specializationId: id(), programme: text(), kind: text(), kindName: textOrNull() }

const quota = z.strictObject({
  ...place,
  places: count(),
  taken: count(),
  /** Number of taken places that applicants had confirmed before. */
  held: count(),
  applicants: count(),
  waiting: count(),
  lastAverage: hundredths(),
})
export type WireQuota = ResponseBody<typeof quota>

export const rankedProgrammes = defineCall({
  ...rankingCall,
  path: `${base}/programmes`,
  summary:
    'Lists places by programme and type, with the number of admitted and waiting applicants, and the lowest admitted average in hundredths',
  output: z.strictObject({ list: z.array(quota) }),
})

const ranked = z.strictObject({
  registrationId: id(),
  reference: text(),
  position: count(),
  average: z.int(),
  ties: z.array(z.int()),
  /**
   * Positions of this choice and of the choice that was won among the candidate's choices, starting
   * at 1.
   */
  choice: count(),
  wonChoice: z.nullable(count()),
  waiting: z.nullable(count()),
  hasPlace: flag(),
  /** Why; null in drafts that were computed before reasons were stored. */
  reason: z.nullable(z.enum(choiceReasons)),
})
export type WireRanked = ResponseBody<typeof ranked>

export const rankedCandidates = defineCall({
  ...rankingCall,
  path: `${base}/candidates`,
  summary: 'Lists the applicants for one type of place in a programme, by average',
  query: z.strictObject({
    ...pageQueryShape,
    specializationId: z.uuid(),
    kind: describedSchema(
      '`budget`, `fee`, or the id of a reserved type of place.',
      z.string().check(z.maxLength(40)),
    ),
  }),
  output: pageSchema(ranked),
})

export const moveReasons = ['new', 'gone', 'grades', 'choices', 'others'] as const
const move = z.strictObject({
  registrationId: id(),
  reference: text(),
  from: z.nullable(z.strictObject(place)),
  to: z.nullable(z.strictObject(place)),
  reason: z.enum(moveReasons),
})
export type WireMove = ResponseBody<typeof move>

export const rankingMoves = defineCall({
  ...rankingCall,
  path: `${base}/moves`,
  summary:
    'Lists applicants whose place differs from the previous draft, or from the latest released results, with the reason',
  query: z.strictObject({
    ...pageQueryShape,
    against: z.optional(
      describedSchema(
        '`notified`: the latest released results. Default: the previous draft.',
        z.literal('notified'),
      ),
    ),
  }),
  output: z.strictObject({
    /** The previous draft; null if this is the first one. */
    against: idOrNull(),
    readyAt: instantOrNull(),
    ...{ totalCount: count(), page: count(), pageSize: count(), list: z.array(move) },
  }),
})

export const incompleteApplications = defineCall({
  ...rankingCall,
  path: `${base}/incomplete`,
  summary: 'Lists applications that cannot be ranked, with the missing information',
  query: z.strictObject(pageQueryShape),
  output: pageSchema(
    z.strictObject({
      registrationId: id(),
      reference: text(),
      missing: z.array(text()),
      /** Labels of the answers among them. */
      questions: z.array(gradeNameSchema),
    }),
  ),
})

/** Each applicant is in one group, by the stored change; `noPlace`: `waiting` or `notRanked`. */
export const releaseGroups = [
  'nowFeePaying',
  'lost',
  'down',
  'up',
  'first',
  'none',
  'noPlace',
] as const satisfies readonly (ResultChange | 'noPlace')[]
export type ReleaseGroup = (typeof releaseGroups)[number]

/**
 * Groups whose applicants are worse off than before. Users who propose or release a draft must have
 * read their names.
 */
export const worseGroups = [
  'nowFeePaying',
  'lost',
  'down',
] as const satisfies readonly ReleaseGroup[]

/** Applicants in the group, and those among them who have confirmed the place they had before. */
const groupCounts = z.strictObject({ total: count(), confirmed: count() })
const releaseEffect = z.strictObject(
  Object.fromEntries(releaseGroups.map((group) => [group, groupCounts])) as Record<
    ReleaseGroup,
    typeof groupCounts
  >,
)
export type ReleaseEffect = ResponseBody<typeof releaseEffect>

/**
 * An applicant whose grade was corrected and who would have a better place if the confirmed places
 * were given by merit too, with that place.
 */
const blockedApplicant = { registrationId: id(), specializationId: id(), kind: text() }
export type BlockedApplicant = ResponseBody<z.ZodMiniObject<typeof blockedApplicant>>

/** An applicant whose data differ, with the appeal if it was upheld. */
const causeSource = () =>
  z.strictObject({
    list: z.array(
      z.strictObject({ registrationId: id(), reference: text(), appealId: idOrNull() }),
    ),
    total: count(),
  })

const groupMember = z.strictObject({
  registrationId: id(),
  reference: text(),
  name: text(),
  change: z.enum(resultChanges),
  /** The place that the applicant was notified of and still has; null if there is none. */
  before: z.nullable(z.strictObject(place)),
  /** Whether the applicant has confirmed that place. */
  isConfirmed: flag(),
  now: z.nullable(z.strictObject(place)),
  /** Why the place became worse or is withdrawn; null for other changes. */
  cause: z.nullable(z.enum(resultCauses)),
  causeDetails: z.nullable(
    z.strictObject({
      /** Name of the corrected grade. */
      grade: z.optional(text()),
      /** Former and new value of the grade, or number of places. */
      old: z.optional(z.number()),
      new: z.optional(z.number()),
      groups: z.optional(z.array(z.enum(inputGroups))),
    }),
  ),
  /** The programme in the session of the place before, if it has fewer places; for its form. */
  programmeId: idOrNull(),
  /** The email that announces the result; null if there is none. */
  mail: z.nullable(z.enum(resultMails)),
})
export type WireGroupMember = ResponseBody<typeof groupMember>

/** Columns of a group, in order. */
export const memberColumns = [
  'applicant',
  'reference',
  'before',
  'now',
  'confirmed',
  'why',
  'email',
] as const

export const releaseGroupMembers = defineCall({
  ...rankingCall,
  path: `${base}/applicants`,
  summary:
    'Lists the applicants in one group of the release effect, by reference number: the place before and now, the cause, and the email. The access log records the names',
  query: z.strictObject({ ...pageQueryShape, group: z.enum(releaseGroups) }),
  output: z.strictObject({
    ...{ totalCount: count(), page: count(), pageSize: count(), list: z.array(groupMember) },
    /**
     * The applicants whose data are a cause, by group: at most ten, and their number. Null unless an
     * administrator asks, and if nobody is worse off.
     */
    sources: z.nullable(
      z.strictObject({
        appealUpheld: causeSource(),
        gradeCorrected: causeSource(),
        applications: causeSource(),
      }),
    ),
  }),
})
export type WireCauseSources = NonNullable<ResponseOf<typeof releaseGroupMembers>['sources']>

export const releaseGroupFile = defineCall({
  ...rankingCall,
  path: `${base}/applicants/file`,
  summary:
    'Downloads the applicants in one group of the release effect as an Excel file. Requires a recently entered password. The access log records the names',
  query: z.strictObject({
    group: z.enum(releaseGroups),
    lng: describedSchema('Language of headings and labels.', z.optional(z.string())),
  }),
  media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  limits: { refuseForeignGet: true },
})

export const releaseChecks = defineCall({
  ...rankingCall,
  path: `${base}/checks`,
  summary:
    'Returns what to check before a release: programmes whose ranking rule is not the one of the last results, languages in which texts of the emails are missing, and applicants who would have a place but for a confirmed one. The access log records the names',
  output: z.strictObject({
    /** Programmes whose ranking rule has changed since the last released draft of the session. */
    changedRules: z.array(
      z.strictObject({
        admissionProgrammeId: id(),
        programme: text(),
        reason: textOrNull(),
        changedAt: instant(),
        changedBy: text(),
      }),
    ),
    /** Languages of applicants in which texts of the emails or the name of the round are missing. */
    languages: z.array(
      z.strictObject({
        language: text(),
        mails: z.array(z.enum(resultMails)),
        lacksRoundName: flag(),
      }),
    ),
    /** At most fifty of them, and their number. */
    blocked: z.array(
      z.strictObject({
        ...place,
        registrationId: id(),
        reference: text(),
        name: text(),
        /** Number on the waiting list for this place. */
        waiting: z.nullable(count()),
        average: hundredths(),
      }),
    ),
    blockedCount: count(),
  }),
})
export type WireReleaseChecks = ResponseOf<typeof releaseChecks>

const mailPreview = z.strictObject({ kind: z.enum(resultMails), subject: text(), text: text() })
export type WireMailPreview = ResponseBody<typeof mailPreview>

export const resultMailPreview = defineCall({
  ...rankingCall,
  path: `${base}/applicants/:registrationId/mail`,
  summary:
    'Returns the email that a release would send to an applicant, without sending it; null if there is none. The access log records that the application was opened',
  params: z.strictObject({ id: id(), registrationId: id() }),
  query: z.strictObject({
    lng: describedSchema(
      'Language of the email; by default that of the applicant.',
      z.optional(z.string()),
    ),
  }),
  output: z.strictObject({
    mail: z.nullable(mailPreview),
    /** The language of the applicant. */
    language: text(),
  }),
})

export const addBlockedPlace = defineCall({
  ...rankingCall,
  access: { resource: asAnyResource(admissionProgrammes), grant: 'update' },
  method: 'POST',
  path: `${base}/places`,
  summary:
    'Adds one place to the programme for which an applicant is listed in the checks of the draft, with a reason, and starts another draft for the round',
  input: z.strictObject({
    registrationId: z.uuid(),
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)),
  }),
  output: z.strictObject({ draftId: id() }),
})

export const resultsDraftState = defineCall({
  ...rankingCall,
  path: `${base}/status`,
  summary:
    'Returns whether the data of a results draft has changed since it was computed, the effect of releasing it, and the number of open appeals',
  output: z.strictObject({
    progress: count(),
    isStale: z.nullable(flag()),
    effect: z.nullable(releaseEffect),
    /** Open appeals of the admission session. */
    appeals: z.nullable(count()),
  }),
})
