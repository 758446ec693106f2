import { useState } from 'react'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { pictureLink } from '#web/files/links.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { ScanButton } from '#web/scan/ScanButton.tsx'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { examSubject } from '../../../entry/model/dictionaries.ts'
import { examRoomSheet, markSeat, scanTicket } from '../../model/attendance.ts'
import { ATTENDANCE } from '../../model/seat.ts'

const CHANGES = ['examSeat']
const NUMBER = /^\d{5,20}$/

/** 30-ER5: one room in one session: who comes in, with the photo, and the list. */
export function RoomDesk({ sessionId, roomId }: { sessionId: string; roomId: string }) {
  const subjects = useDict(examSubject)
  const read = useRead(examRoomSheet, { sessionId, roomId })
  const [last, setLast] = useState<AnswerOf<typeof scanTicket>>()
  const scan = useAct(scanTicket, { changes: CHANGES, done: false, onDone: setLast })
  const take = (text: string): boolean => {
    if (!NUMBER.test(text)) return false
    scan.mutate({ sessionId, roomId, zkzh: text })
    return true
  }
  return (
    <Page title={t('考场签到')} width="form" back="/exam/invigilate">
      <Loaded of={read}>
        {of => (
          <Stack>
            <Sheet title={t('{{room}} 考场 {{subject}}', { room: of.roomNo, subject: dictLabel(subjects, of.subject) })}>
              <Figures label={t('考勤')}>
                <Figure label={t('考生')} value={of.seated} />
                <Figure label={t('到考')} value={of.present} />
                <Figure label={t('缺考')} value={of.absent} />
                <Figure label={t('违纪')} value={of.violation} />
              </Figures>
              <p className="ql-quiet">{t('{{date}} {{from}} 开考，{{minutes}} 分钟后没有入场的自动记为缺考', { date: of.date, from: of.from, minutes: of.lateMinutes })}</p>
              <Row gap={2}>
                <ScanButton title={t('扫准考证')} help={t('对准准考证上的二维码')} other={t('这不是准考证的二维码')} otherwise={t('也可以输入准考证号')} onRead={take}>
                  {t('扫准考证')}
                </ScanButton>
                <FormButton of={scanTicket} input={{ sessionId, roomId }} changes={CHANGES} done={false} onDone={setLast}>
                  {t('输入准考证号')}
                </FormButton>
              </Row>
              {scan.error ? <Refused what={t('没有入场')} error={scan.error} /> : null}
              {last ? <Person of={last} /> : null}
            </Sheet>
            <Sheet title={t('考场名单')}>
              <PlainTable
                label={t('考场名单')}
                rows={of.seats.flatMap(s => s ?? [])}
                keyOf={s => s.id}
                isCardsOnPhone
                empty={t('这个考场这一科没有考生')}
                columns={[
                  [t('座位号'), s => s.seatNo, { isHead: true }],
                  [t('姓名'), s => s.name],
                  [t('准考证号'), s => s.zkzh ?? '—'],
                  [t('考勤'), s => (s.attendance ? t(ATTENDANCE[s.attendance]) : t('未到'))],
                  [t('操作'), s => <FormButton of={markSeat} input={{ id: s.id }} initial={s.attendance ? { attendance: s.attendance } : {}} changes={CHANGES} done={false} />],
                ]}
              />
            </Sheet>
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
function Person({ of }: { of: AnswerOf<typeof scanTicket> }) {
  const [photo] = of.photoId ?? []
  return (
    <Row gap={4}>
      {photo ? <img src={pictureLink(photo, 200)} alt={t('照片')} width={120} /> : <span className="ql-quiet">{t('没有照片')}</span>}
      <div role="status">
        <b>{of.name}</b>
        <p>{t('{{seat}} 号座位', { seat: of.seatNo })}</p>
        <p>{of.zkzh}</p>
        {of.isAgain ? <p className="ql-problem">{t('已经登记为{{state}}', { state: of.attendance ? t(ATTENDANCE[of.attendance]) : '—' })}</p> : null}
      </div>
    </Row>
  )
}
