import { Link } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { examSubject } from '../../entry/model/dictionaries.ts'
import { myExamRooms } from '../model/attendance.ts'
import { RoomDesk } from './invigilate/RoomDesk.tsx'

/** 招生考试 → 我的监考: made for the phone at the door. */
export default function InvigilatePage() {
  const [params] = useOwnParams()
  const [sessionId, roomId] = [params.get('session'), params.get('room')]
  return sessionId && roomId ? <RoomDesk sessionId={sessionId} roomId={roomId} /> : <Rooms />
}
function Rooms() {
  const subjects = useDict(examSubject)
  const read = useRead(myExamRooms, {})
  return (
    <Page title={t('我的监考')} width="form">
      <Loaded of={read} empty={of => of.length === 0 && t('近期没有你监考的考场')}>
        {of => (
          <Stack gap={3}>
            {of.map(one => (
              <Sheet key={`${one.sessionId} ${one.roomId}`} label={one.roomNo}>
                <Row gap={3} spread="between">
                  <b>{t('{{room}} 考场 {{subject}}', { room: one.roomNo, subject: dictLabel(subjects, one.subject) })}</b>
                  <Link to={`?session=${one.sessionId}&room=${one.roomId}`}>{t('进入考场')}</Link>
                </Row>
                <p className="ql-quiet">
                  {formatDate(one.date)} {one.from}–{one.to}　{one.venue}
                </p>
                <p className="ql-quiet">{t('{{seated}} 名考生，{{present}} 人到考', { seated: one.seated, present: one.present })}</p>
              </Sheet>
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('考试当天在考场门口用：扫准考证入场，登记缺考和违纪。'),
  who: t('监考老师，只看到自己的考场。'),
  first: t('进入考场，点“扫准考证”，核对照片后放行。'),
})
