/**
 * Facts that the checker compares an allocation with: the confirmed places, the stored answers
 * about them, and the conditions of programmes. Shares no code with `assemble.ts`, so that the
 * checker finds a mistake there.
 */
import { meetsCondition } from '@matricola/schema/expression/condition.ts'
import { parseCondition } from '@matricola/schema/expression/parse.ts'
import type { Confirmations, QuotaPrice } from '#resources/admission/allocation/checker.ts'
import { parseQuotaId, quotaIdOf } from '#resources/admission/ranking.ts'
import type { RankingInput } from './assemble.ts'

export function confirmationsOf({ programmes, fundings, applicants }: RankingInput): Confirmations {
  const prices = new Map<string, QuotaPrice>()
  const kinds = new Map([...fundings, ['budget', 'budget'] as const, ['fee', 'fee'] as const])
  for (const { specializationId, tuitionFee, confirmationFee } of programmes)
    for (const [kind, funding] of kinds)
      prices.set(quotaIdOf(specializationId, kind), {
        isFeePaying: funding === 'fee',
        tuition: funding === 'fee' ? tuitionFee : null,
        confirmationFee,
      })
  const places = applicants.flatMap(
    ({
      id,
      isConfirmed,
      isEnrolled,
      acceptance,
      paidFee,
      ownFees,
      ...applicant
    }): Confirmations['places'] => {
      const { wonSpecializationId, wonFunding, wonPlaceKindId } = applicant
      const kind = wonPlaceKindId ?? wonFunding
      if (!isConfirmed || wonSpecializationId === null || kind === null) return []
      const quota = quotaIdOf(wonSpecializationId, kind)
      // The programme may no longer be offered. What the applicant pays for its place is not known.
      if (!prices.has(quota))
        prices.set(quota, {
          ...{ isFeePaying: kinds.get(kind) === 'fee', tuition: null, confirmationFee: null },
        })
      const isKept = isEnrolled || acceptance?.mode === 'keep'
      const consented = (isKept ? [] : (acceptance?.consented ?? [])).map((one) => {
        const { tuition, confirmationFee } = one
        return [quotaIdOf(one.specializationId, one.kind), { tuition, confirmationFee }] as const
      })
      return [
        {
          ...{ candidate: id, quota, paidFee },
          ...(ownFees && {
            ownFees: new Map(
              [...prices.keys()].flatMap((one) => {
                const fee = ownFees.get(parseQuotaId(one).specializationId)
                return fee === undefined ? [] : [[one, fee] as const]
              }),
            ),
          }),
          answer:
            isKept || acceptance
              ? {
                  consented: new Map(consented),
                  agreedToPay: acceptance?.agreedToPay ?? false,
                }
              : null,
        },
      ]
    },
  )
  return { places, prices, isBarred: findBarred(programmes, applicants) }
}

/**
 * Returns a function for whether the condition of a programme keeps an applicant from its places. The
 * programme of a confirmed place has no condition.
 */
function findBarred(
  programmes: RankingInput['programmes'],
  applicants: RankingInput['applicants'],
): Confirmations['isBarred'] {
  const conditions = new Map(
    programmes.flatMap(({ specializationId, requires }) => {
      const parsed = requires === null ? null : parseCondition(requires)
      return parsed && 'condition' in parsed ? [[specializationId, parsed.condition] as const] : []
    }),
  )
  const applicantsById = new Map(applicants.map((applicant) => [applicant.id, applicant]))
  return (candidate, quota) => {
    const { specializationId } = parseQuotaId(quota)
    const condition = conditions.get(specializationId)
    const applicant = applicantsById.get(candidate)
    if (!condition || !applicant) return false
    const isConfirmed = applicant.isConfirmed && applicant.wonSpecializationId === specializationId
    return !isConfirmed && !meetsCondition(condition, applicant.grades)
  }
}
