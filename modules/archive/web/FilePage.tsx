import { Lock, LockOpen, MapPin, Send, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { GRADES } from '#modules/campus/web/grades.ts'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { archiveFile, fileStates } from '../model/archive-file.ts'
import { packFiles } from '../model/dispatch-actions.ts'
import { checkSeal, checkUnseal, handOverFiles, holdFiles, relocateFiles, sealFiles, unsealFiles } from '../model/file-actions.ts'

const VIEWS = {
  all: { label: '全部' },
  notReceived: { label: '未到', where: { state: 'notReceived' } },
  inStore: { label: '在库', where: { state: 'inStore' } },
  missing: { label: '缺材料', where: { 'missingKinds.isNull': false } },
  toCheck: { label: '待核对密封', where: { state: 'inStore', 'sealedBy.isNull': false } },
  toOpen: { label: '待核对拆封', where: { 'unsealBy.isNull': false } },
  sealed: { label: '已密封', where: { 'state.in': 'sealed,held' } },
  away: { label: '不在库', where: { 'state.in': 'borrowed,inTransit,returnedBack,lost' }, sort: ['holderSince'] },
} as const
const CHANGES = ['archiveMove', 'archiveMaterial', 'archiveDispatch']
/** 档案管理 → 档案列表 */
export default function FilePage() {
  const go = useNavigate()
  return (
    <EntityTable<typeof archiveFile>
      of={archiveFile}
      title={t('档案列表')}
      views={useView(VIEWS)}
      columns={[
        { key: 'archiveNo', width: 150 },
        { key: 'studentNo', width: 150 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'state', width: 100 },
        { key: 'holder', width: 220, align: 'left' },
        { key: 'holderSince', width: 150 },
        { key: 'missingKinds', width: 220, align: 'left' },
        { key: 'receivedOn', width: 140 },
        ...(
          [
            'locationId',
            'custodianId',
            'hasPartyPapers',
            'sealedOn',
            'sealedBy',
            'checkedBy',
            'unsealBy',
            'unsealReason',
            'holdUntil',
            'receivedFrom',
            'receiveMethod',
            'remindedOn',
          ] as const
        ).map(key => ({ key, hidden: true })),
      ]}
      facts={['studentNo', 'holder', 'missingKinds']}
      filters={[
        'studentId',
        { field: 'studentId.departmentId', where: () => ({ deptType: '1' }) },
        { field: 'studentId.grade', options: GRADES },
        'studentId.classId',
        'state',
        'locationId',
        'custodianId',
        'hasPartyPapers',
        'receivedOn',
      ]}
      form={{ layout: ['hasPartyPapers'] }}
      rowActions={row => [
        { label: t('目录'), onClick: () => void go(`/archive/materials?view=all&studentId=${row.studentId}`) },
        { label: t('流转'), onClick: () => void go(`/archive/moves?studentId=${row.studentId}`) },
      ]}
      batchActions={rows => {
        const of = (allows: (row: (typeof rows)[number]) => boolean) => rows.filter(allows).map(r => r.id)
        const [open, closed] = [of(r => r.state === 'inStore' && !r.sealedBy), of(r => r.state === 'inStore' && Boolean(r.sealedBy))]
        const [sealed, toOpen] = [of(r => fileStates.allows(r, 'unseal') && !r.unsealBy), of(r => fileStates.allows(r, 'checkUnseal') && Boolean(r.unsealBy))]
        const [here, toHold] = [of(r => fileStates.allows(r, 'relocate')), of(r => fileStates.allows(r, 'hold'))]
        const toSend = of(r => (r.state === 'sealed' || r.state === 'held') && !r.dispatchId)
        return (
          <>
            {toSend.length ? (
              <FormButton
                of={packFiles}
                input={{ ids: toSend }}
                type="primary"
                icon={<Send size={15} />}
                changes={['archiveFile', ...CHANGES]}
                note={t('按核实过的去向编函号，同一单位的放一封。')}
                done={t('已生成，到“转递批次”装袋寄出')}
              />
            ) : null}
            {here.length ? <FormButton of={relocateFiles} input={{ ids: here }} icon={<MapPin size={15} />} changes={CHANGES} /> : null}
            {here.length ? <FormButton of={handOverFiles} input={{ ids: here }} icon={<UserRound size={15} />} changes={CHANGES} /> : null}
            {open.length ? (
              <ActionButton of={sealFiles} input={{ ids: open }} icon={<Lock size={15} />} changes={CHANGES} confirm={t('密封 {{n}} 份。还要由另一人核对。', { n: open.length })} />
            ) : null}
            {closed.length ? (
              <ActionButton of={checkSeal} input={{ ids: closed }} changes={CHANGES} confirm={t('{{n}} 份的封口完好，材料与目录一致。', { n: closed.length })} />
            ) : null}
            {sealed.length ? (
              <FormButton of={unsealFiles} input={{ ids: sealed }} icon={<LockOpen size={15} />} changes={CHANGES} note={t('写明原因，由另一人核对后拆封。')} />
            ) : null}
            {toOpen.length ? <ActionButton of={checkUnseal} input={{ ids: toOpen }} changes={CHANGES} confirm={t('同意拆封 {{n}} 份。', { n: toOpen.length })} /> : null}
            {toHold.length ? <FormButton of={holdFiles} input={{ ids: toHold }} changes={CHANGES} note={t('毕业后去向未定的，可以暂存。')} /> : null}
          </>
        )
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每份纸质档案在哪里、谁保管、缺什么材料。'),
  who: t('档案管理员和学工处管理；学院和辅导员看自己的学生。'),
  first: t('勾选档案后密封、移位、移交；密封和拆封都要两个人。'),
})
