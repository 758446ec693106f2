import { Navigate, useSearchParams } from 'react-router'
import { Bars, LoadFailed } from '#web/feedback/Empty.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useMe } from '#web/session/useCan.ts'
import { roomOfCode } from '../model/stay/own-actions.ts'

/** Target of a door code: students are sent to check-in, staff to the room on the map. */
export default function ScannedDoorPage() {
  const [params] = useSearchParams()
  const { studentId } = useMe().detail
  const code = params.get('code') ?? ''
  return studentId ? <Navigate to={`/dormitory/mine?door=${encodeURIComponent(code)}`} replace /> : <Room code={code} />
}
function Room({ code }: { code: string }) {
  const { data, error, errorUpdatedAt, refetch } = useRead(roomOfCode, { code })
  if (error) return <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  return data ? <Navigate to={`/dormitory/map?dormId=${data.dormId}&roomId=${data.roomId}`} replace /> : <Bars lines={6} />
}
