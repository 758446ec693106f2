import { Button } from 'antd'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { MISSING } from '#web/values/format.ts'
import { type AlumniClaim, alumniClaim, claimStates } from '../model/claim.ts'
import { approveClaim, claimCandidates, enterClaim, refuseClaim, TAILS } from '../model/claim-actions.ts'

const VIEWS = {
  pending: { label: '待核对', where: { state: 'pending' } },
  approved: { label: '已认领', where: { state: 'approved' } },
  refused: { label: '已退回', where: { state: 'refused' } },
  all: { label: '全部' },
} as const
const CHANGES = ['alumniClaim', 'alumnus']
type Claim = Pick<AlumniClaim, 'id' | 'name' | 'firstMate' | 'secondMate' | 'note'>
/** 校友认领: claims that the program could not settle, and what came of the others. */
export default function AlumniClaimPage() {
  const [chosen, choose] = useState<Claim>()
  return (
    <>
      <EntityTable
        of={alumniClaim}
        views={useView(VIEWS)}
        columns={[
          { key: 'name', width: 110, align: 'left' },
          { key: 'leaveYear', width: 100 },
          { key: 'majorName', width: 150, align: 'left' },
          { key: 'className', width: 120 },
          { key: 'firstMate', width: 100 },
          { key: 'secondMate', width: 100 },
          { key: 'state', width: 100 },
          { key: 'createdAt', title: t('认领时间'), width: 160 },
          { key: 'alumnusId', width: 110 },
          ...(['enrolYear', 'mobile', 'note', 'contactConsent', 'isAutomatic', 'reason', 'decidedAt'] as const).map(key => ({ key, hidden: true })),
        ]}
        facts={['leaveYear', 'majorName', 'createdAt']}
        filters={['leaveYear', 'state']}
        rowActions={row => (claimStates.allows(row, 'approve') ? [{ label: t('核对'), onClick: () => choose(row), of: approveClaim }] : [])}
      />
      {chosen ? <Check key={chosen.id} of={chosen} onClose={() => choose(undefined)} /> : null}
    </>
  )
}
/** Who it may be, and what is decided. */
function Check({ of, onClose }: { of: Claim; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const { id, name, firstMate, secondMate, note } = of
  const read = useRead(claimCandidates, { id })
  const decided = { changes: CHANGES, onDone: () => setOpen(false) }
  const mates = [firstMate, secondMate].filter(Boolean).join('、')
  return (
    <Panel
      open={isOpen}
      size={720}
      title={t('核对：{{name}}', { name })}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <Row>
          <Button onClick={() => setOpen(false)}>{t('关闭')}</Button>
          <FormButton of={refuseClaim} input={{ id }} danger {...decided} />
          <FormButton of={enterClaim} input={{ id }} note={t('下面都不是{{name}}时，按填写的内容新建校友档案，并开通账号。', { name })} {...decided} />
        </Row>
      }
    >
      <Stack>
        {mates ? <p>{t('写的同学：{{mates}}', { mates })}</p> : null}
        {note ? <p>{note}</p> : null}
        <Loaded of={read} lines={4}>
          {rows => <Candidates rows={rows} claimId={id} decided={decided} />}
        </Loaded>
      </Stack>
    </Panel>
  )
}
function Candidates({ rows, claimId, decided }: { rows: AnswerOf<typeof claimCandidates>; claimId: string; decided: { changes: string[]; onDone: () => void } }) {
  return (
    <PlainTable
      label={t('同名的校友')}
      isCardsOnPhone
      empty={t('没有同名的校友')}
      rows={rows}
      keyOf={row => row.id}
      columns={[
        [t('校友'), row => `${row.name}　${row.code}`, { isHead: true }],
        [t('毕业年份'), row => row.leaveYear ?? MISSING, { isNumber: true }],
        [t('专业'), row => row.majorName ?? MISSING],
        [t('班级'), row => row.className ?? MISSING],
        [t('同学相符'), row => row.mates, { isNumber: true }],
        [t('证件号后六位'), row => (row.tail ? t(TAILS[row.tail]) : MISSING)],
        [
          t('操作'),
          row =>
            row.hasAccount ? (
              t('已有账号')
            ) : (
              <ActionButton
                of={approveClaim}
                input={{ id: claimId, alumnusId: row.id }}
                confirm={t('为 {{code}} 开通账号，对方用认领时的手机号登录。', { code: row.code })}
                {...decided}
              >
                {t('就是他')}
              </ActionButton>
            ),
        ],
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('没有账号的老校友在登录页自己认领；自动核对不上的在这里人工核对。'),
  who: t('学工处。证件号后六位只由系统比对，谁也看不到。'),
  first: t('点“核对”，看同名的校友里哪位的年份、专业、同学对得上；都不是就新建或退回。'),
})
