import { FilePen, UserX } from 'lucide-react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { endPath, enterPapers } from '../model/actions.ts'
import { enlistRecord, enlistStates, stageStates } from '../model/record.ts'
import { AdvanceButton } from './AdvanceButton.tsx'
import { ForStudent } from './ForStudent.tsx'
import { ReturnButton } from './ReturnButton.tsx'

const APPROVED = { state: 'approved' } as const
const VIEWS = {
  way: { label: '进度', where: { ...APPROVED, 'stage.in': 'registered,medical,review,chosen' }, sort: ['-registeredOn'] },
  serving: { label: '在伍', where: { ...APPROVED, stage: 'enlisted' }, sort: ['noticeDate'] },
  due: { label: '退役复学', where: { ...APPROVED, stage: 'discharged' }, sort: ['returnBy'] },
  registered: { label: '应征登记', where: { 'state.in': 'pending,returned' }, sort: ['-registeredOn'] },
  all: { label: '全部', sort: ['-registeredOn'] },
} as const
const PAPERS = ['examResult', 'politicalReview', 'noticeNo', 'noticeDate', 'noticeFiles', 'unit', 'dischargedOn', 'dischargeFiles', 'refusalGround'] as const

/** 参军入伍 → 应征与服役: everybody on the way, who serves, and who is due to return. */
export default function RecordPage() {
  const views = useView(VIEWS, { label: t('应征与服役') })
  const isAway = views.view === 'serving' || views.view === 'due'
  return (
    <EntityTable<typeof enlistRecord>
      of={enlistRecord}
      title={t('应征与服役')}
      views={views}
      toolbar={
        <>
          <ApprovalsLink of="enlistRecord" />
          <ForStudent />
        </>
      }
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'classId', width: 120 },
        { key: 'year', width: 90, hidden: isAway },
        { key: 'season', width: 80, hidden: isAway },
        { key: 'stage', width: 100 },
        { key: 'state', width: 100, hidden: views.view !== 'registered' && views.view !== 'all' },
        { key: 'noticeDate', width: 130 },
        { key: 'dischargedOn', width: 130, hidden: !isAway },
        { key: 'returnBy', width: 130, hidden: !isAway },
        { key: 'daysLeft', width: 90, hidden: views.view !== 'due' },
        { key: 'aidState', width: 150, align: 'left' },
        ...(
          [
            ...['departmentId', 'kind', 'registeredOn', 'noticeNo', 'keepStatusUntil', 'returnedOn', 'majorAfter', 'returnReason', 'refusalGround'],
            ...['endCause', 'endReason', 'endedOn', 'examResult', 'politicalReview', 'unit', 'familyName', 'familyPhone'],
          ] as const
        ).map(key => ({ key: key as 'kind', hidden: true })),
      ]}
      facts={['noticeDate', 'returnBy']}
      filters={['studentId', collegeFilter, 'classId', 'year', 'season', 'kind', 'stage', 'noticeDate', 'returnBy']}
      rowActions={row => {
        const isOpen = enlistStates.allows(row, 'enterPapers') && stageStates.allows({ state: row.stage }, 'enterPapers')
        return [
          isOpen ? (
            <FormButton
              key="papers"
              of={enterPapers}
              input={{ id: row.id }}
              layout={PAPERS}
              initial={initialOf(row)}
              icon={<FilePen size={15} />}
              note={t('没有填写的保持不变。')}
              done={t('已登记')}
            />
          ) : null,
          row.stage === 'discharged' ? <ReturnButton key="return" id={row.id} /> : null,
          isOpen ? (
            <FormButton
              key="end"
              of={endPath}
              input={{ id: row.id }}
              danger
              icon={<UserX size={15} />}
              note={t('原因属于应追缴的，未发的资助停止，已发的转为追缴。')}
              changes={['militaryAid']}
            />
          ) : null,
        ]
      }}
      batchActions={rows => (
        <>
          <AdvanceButton ids={rows.map(r => r.id)} />
          <PrintButton of={enlistRecord} template="servingLetter" label={t('家信')} ids={rows.filter(r => r.stage === 'enlisted').map(r => r.id)} />
        </>
      )}
    />
  )
}
const initialOf = ({
  noticeNo,
  noticeDate,
  dischargedOn,
  refusalGround,
}: {
  noticeNo: string | null
  noticeDate: string | null
  dischargedOn: string | null
  refusalGround: string | null
}) => ({
  ...{ noticeNo, noticeDate, dischargedOn, refusalGround },
})
