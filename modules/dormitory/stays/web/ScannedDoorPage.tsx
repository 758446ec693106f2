import { Navigate, useSearchParams } from 'react-router'
import { Loading } from '#web/feedback/Loaded.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useMe } from '#web/session/useCan.ts'
import { roomOfCode } from '../model/own-actions.ts'

/** Target of a door code: students are sent to check-in, staff to the room on the map. */
export default function ScannedDoorPage() {
  const [params] = useSearchParams()
  const { studentId } = useMe().detail
  const code = params.get('code') ?? ''
  if (!code) return <Navigate to={studentId ? '/dormitory/mine' : '/dormitory/map'} replace />
  return studentId ? <Navigate to={`/dormitory/mine?door=${encodeURIComponent(code)}`} replace /> : <Room code={code} />
}
function Room({ code }: { code: string }) {
  const read = useRead(roomOfCode, { code })
  const { data } = read
  return data ? <Navigate to={`/dormitory/map?dormId=${data.dormId}&roomId=${data.roomId}`} replace /> : <Loading of={read} lines={6} />
}
