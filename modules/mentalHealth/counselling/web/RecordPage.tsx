import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatDate, formatDatetime, formatSpan, MISSING } from '#web/values/format.ts'
import { ownRecords, writeRecord } from '../model/record.ts'
import { RecordButton } from './RecordButton.tsx'

type Line = NonNullable<AnswerOf<typeof ownRecords>['rows'][number]>
const WRITTEN = ['notes', 'risk', 'plan', 'nextOn', 'quote', 'hospital', 'hospitalOn', 'supervisorId'] as const
const VIEWS = { written: '已写', waiting: '待写' } as const
export const about: PageFile['about'] = () => ({
  use: t('每次咨询的记录，只给写的人和所选的督导看。'),
  who: t('其他咨询师、管理员、学工处、学院和辅导员都看不到；没有导出。'),
  first: t('学生签到以后，在“待写”里写记录。每次打开都会留下记录。'),
})
/** 咨询记录: what the caller has written or supervises. The words are asked for one record at a time. */
export default function RecordPage() {
  const views = useView(VIEWS)
  const isWaiting = views.view === 'waiting'
  const read = useRead(ownRecords, { isWaiting }, { keeps: true })
  return (
    <Page title={t('咨询记录')} views={<ViewSwitch of={views} />}>
      <Loaded of={read}>
        {({ rows }) => (
          <Sheet label={t('咨询记录')}>
            <PlainTable<Line>
              label={t('咨询记录')}
              rows={rows}
              keyOf={row => row.appointmentId}
              empty={isWaiting ? t('没有待写的记录') : t('还没有写过记录')}
              isCardsOnPhone
              isLong
              columns={[
                [t('时间'), row => formatSpan(row.start, row.end), { isHead: true }],
                [t('姓名'), row => row.name],
                [t('学号'), row => row.studentNo],
                [t('咨询师'), row => row.psychologist],
                !isWaiting && [t('写于'), (row: Line) => (row.writtenAt ? formatDatetime(row.writtenAt) : MISSING)],
                !isWaiting && [t('下次咨询'), (row: Line) => (row.nextOn ? formatDate(row.nextOn) : MISSING)],
                [
                  t('操作'),
                  row =>
                    isWaiting ? (
                      <FormButton of={writeRecord} input={{ appointmentId: row.appointmentId }} layout={WRITTEN} size={720} />
                    ) : (
                      <RecordButton appointmentId={row.appointmentId} />
                    ),
                ],
              ]}
            />
          </Sheet>
        )}
      </Loaded>
    </Page>
  )
}
