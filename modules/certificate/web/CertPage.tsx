import { BadgeCheck, SearchCheck, Undo2, X } from 'lucide-react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { rejectBatch, revokeCert, settleClaim, verifyBatch } from '../model/actions.ts'
import { studentCert } from '../model/student-cert.ts'

const APPROVED = { state: 'approved' } as const
const VIEWS = {
  open: { label: '待核验', where: { ...APPROVED, verifyState: 'unverified' }, sort: ['-createdAt'] },
  pending: { label: '审批中', where: { 'state.in': 'pending,returned' }, sort: ['-createdAt'] },
  verified: { label: '已核验', where: { ...APPROVED, verifyState: 'verified' }, sort: ['-issuedOn'] },
  claims: { label: '重复填报', where: { 'claimedById.isNull': false }, sort: ['-createdAt'] },
  all: { label: '全部', sort: ['-createdAt'] },
} as const

/** 技能证书 → 证书审核: what has been registered, what waits for its verification, and numbers that were given twice. */
export default function CertPage() {
  const views = useView(VIEWS)
  const isOver = views.view === 'verified' || views.view === 'all'
  return (
    <EntityTable<typeof studentCert>
      of={studentCert}
      title={t('证书审核')}
      views={views}
      toolbar={<ApprovalsLink of="studentCert" />}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'classId', width: 120 },
        { key: 'catalogId', width: 200, align: 'left' },
        { key: 'level', width: 110 },
        { key: 'certNo', width: 170, align: 'left' },
        { key: 'issuedOn', width: 110 },
        { key: 'files', width: 110 },
        { key: 'state', width: 100, hidden: views.view !== 'pending' && views.view !== 'all' },
        { key: 'verifyState', width: 110, hidden: !isOver },
        { key: 'verifyMethod', width: 120, hidden: views.view !== 'verified' },
        { key: 'claimedById', width: 120, hidden: views.view !== 'claims' },
        { key: 'claimedOn', width: 110, hidden: views.view !== 'claims' },
        { key: 'expiresOn', width: 110, hidden: !isOver },
        ...(['departmentId', 'majorId', 'grade', 'holderName', 'score', 'inStudyPeriod', 'verifiedById', 'verifiedAt', 'verifyReason', 'claimNote'] as const).map(key => ({
          key,
          hidden: true,
        })),
      ]}
      facts={['catalogId', 'certNo']}
      filters={['studentId', collegeFilter, 'classId', 'catalogId', 'verifyState', 'issuedOn', 'expiresOn', 'inStudyPeriod']}
      rowActions={row => [
        row.claimedById ? (
          <FormButton
            key="claim"
            of={settleClaim}
            input={{ id: row.id }}
            icon={<SearchCheck size={15} />}
            note={t('核对双方的原件。冒用的，另行撤销或者核验不通过。')}
            done={t('已核实')}
          />
        ) : null,
        row.verifyState === 'verified' ? (
          <FormButton
            key="revoke"
            of={revokeCert}
            input={{ id: row.id }}
            danger
            icon={<Undo2 size={15} />}
            note={t('撤销后不再用于测评、评奖和毕业审核。')}
            changes={['evidence']}
            done={t('已撤销')}
          />
        ) : null,
      ]}
      batchActions={rows => {
        const ids = rows.filter(r => r.state === 'approved' && r.verifyState === 'unverified').map(r => r.id)
        return ids.length ? (
          <>
            <FormButton of={verifyBatch} input={{ ids }} icon={<BadgeCheck size={15} />} note={t('{{n}} 张证书用同一份凭证。', { n: ids.length })} done={t('已核验')} />
            <FormButton of={rejectBatch} input={{ ids }} danger icon={<X size={15} />} note={t('{{n}} 张证书，原因会告诉学生。', { n: ids.length })} done={t('已办理')} />
          </>
        ) : null
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学生登记的证书。审批通过只是登记，核验过真伪的才用于测评、评奖和毕业审核。'),
  who: t('学院和学工处核验，辅导员查看自己带的班。'),
  first: t('打开“待核验”，到发证机构网站查询或者核对原件，勾选后点“核验通过”，附上凭证。'),
})
