import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { pictureLink } from '#web/files/links.ts'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { examSubject } from '../../entry/model/dictionaries.ts'
import { ExamPage } from '../../entry/web/public/ExamPage.tsx'
import { myTicket, ticketPdf } from '../model/ticket.ts'

type Answer = AnswerOf<typeof myTicket>

/** 考试报名 → 准考证: where and when, and the paper to print. */
export default function TicketPage() {
  const [params] = useSearchParams()
  const batchId = params.get('batch') ?? ''
  const read = useRead(myTicket, { batchId }, { enabled: Boolean(batchId) })
  return (
    <ExamPage title={t('准考证')}>
      {batchId ? (
        <Loaded of={read} empty={of => !of.ticket && waiting(of)}>
          {of => (of.ticket ? <Ticket of={of} ticket={of.ticket} batchId={batchId} /> : null)}
        </Loaded>
      ) : (
        <Empty title={t('请先在首页选择一次考试')} />
      )}
    </ExamPage>
  )
}
const waiting = ({ ticketFrom, ticketTo }: Answer): string =>
  ticketFrom && ticketTo ? t('准考证在 {{from}} 至 {{to}} 打印', { from: formatDatetime(ticketFrom), to: formatDatetime(ticketTo) }) : t('准考证还没有开放，开放后会通知你')

function Ticket({ of, ticket, batchId }: { of: Answer; ticket: NonNullable<Answer['ticket']>; batchId: string }) {
  const subjects = useDict(examSubject)
  const [photo] = ticket.photoId ?? []
  return (
    <Stack>
      <Sheet
        title={of.batch}
        actions={
          <DownloadButton of={ticketPdf} input={{ batchId }}>
            {t('下载准考证')}
          </DownloadButton>
        }
      >
        <Row gap={4}>
          {photo ? <img src={pictureLink(photo, 200)} alt={t('照片')} width={96} /> : null}
          <div>
            <p>{ticket.name}</p>
            <p>
              {t('准考证号')} <b>{ticket.zkzh}</b>
            </p>
            <p>
              {t('考生号')} {ticket.ksh}
            </p>
          </div>
        </Row>
        {of.ticketTo ? <p className="ql-quiet">{t('{{at}} 前可以打印，次数不限', { at: formatDatetime(of.ticketTo) })}</p> : null}
      </Sheet>
      <Sheet title={t('考试场次')}>
        <PlainTable
          label={t('考试场次')}
          rows={ticket.sessions.flatMap(s => s ?? [])}
          keyOf={s => s.subject}
          isCardsOnPhone
          columns={[
            [t('科目'), s => dictLabel(subjects, s.subject), { isHead: true }],
            [t('时间'), s => `${formatDate(s.date)} ${s.from}–${s.to}`],
            [t('考场号'), s => s.roomNo],
            [t('座位号'), s => s.seatNo],
            [t('地点'), s => [s.place, s.venue].filter(Boolean).join(' ')],
          ]}
        />
      </Sheet>
      {ticket.notice ? (
        <Sheet title={t('考生须知')}>
          <p>{ticket.notice}</p>
        </Sheet>
      ) : null}
    </Stack>
  )
}
