import { useQuery } from '@tanstack/react-query'
import { listAt } from '#web/records/useEntityList.ts'
import { claimLink } from '../../model/link.ts'

const ANYWHERE = new URLSearchParams()
/** The batch whose choice of beds was set up last. */
export function useLinkedBatch(): string | undefined {
  const { data } = useQuery(listAt(claimLink, ANYWHERE, { size: 1 }))
  return data?.result[0]?.batchId
}
