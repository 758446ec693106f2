import { useRead } from '#web/records/useRead.ts'
import { caseOf } from '../../model/case.ts'

/** A case for this reader; refetched on todo notifications from the server. */
export const useCase = (id: string) => useRead(caseOf, { id }, { follows: 'todo' })
