import { useQuery } from '@tanstack/react-query'
import { listAt } from '#web/records/useEntityList.ts'
import { welcomeStep } from '../../model/step.ts'

const MOST = 100
const ANYWHERE = new URLSearchParams()
/** All steps of a batch in their order, whatever page of them a list shows. */
export function useBatchSteps(batchId: string) {
  const { data } = useQuery(listAt(welcomeStep, ANYWHERE, { where: { batchId }, size: MOST }))
  return { rows: data?.result ?? [] }
}
