import { Button } from 'antd'
import { ClipboardPaste, CopyCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { QUESTION_TYPES, testQuestion } from '../model/question.ts'
import { findAlike, pasteQuestions, restoreQuestion, retireQuestions, reviewQuestions } from '../model/question-actions.ts'
import { PastePanel } from './bank/PastePanel.tsx'

const NO_OPTIONS: readonly string[] = ['judge', 'blank', 'group']
const VIEWS = {
  all: { label: '全部' },
  draft: { label: '待审', where: { state: 'draft' } },
  reviewed: { label: '已审', where: { state: 'reviewed' } },
  retired: { label: '已停用', where: { state: 'retired' } },
}
/** 在线测试 → 试题: questions of the banks, their review and import. */
export default function TestQuestionPage() {
  const views = useView(VIEWS)
  const [params] = useOwnParams()
  const bankId = params.get('bankId') ?? undefined
  const groupId = params.get('groupId') ?? undefined
  const [isPasting, setPasting] = useState(false)
  const [isLooking, setLooking] = useState(false)
  const mayPaste = useCan(pasteQuestions.permission)
  return (
    <>
      <EntityTable
        of={testQuestion}
        title={t('试题')}
        views={views}
        columns={[
          { key: 'no', width: 90 },
          'stem',
          { key: 'bankId', width: 130 },
          {
            key: 'type',
            width: 80,
            render: row => (row.type === 'group' ? <Link to={`/test/questions?bankId=${row.bankId}&groupId=${row.id}`}>{t('材料题')}</Link> : t(QUESTION_TYPES[row.type])),
          },
          { key: 'groupId', hidden: true },
          { key: 'difficulty', width: 70 },
          'topics',
          { key: 'p', width: 90 },
          { key: 'd', width: 100 },
          { key: 'usedCount', width: 100 },
          { key: 'state', width: 90 },
          { key: 'editedBy', hidden: true },
          { key: 'reviewedBy', hidden: true },
        ]}
        filters={['bankId', 'type', 'groupId', 'difficulty', 'state']}
        form={{
          size: 720,
          layout: [
            {
              title: '题目',
              fields: [
                'bankId',
                'no',
                'type',
                { field: 'groupId', when: values => values.type !== 'group', where: values => ({ type: 'group', bankId: values.bankId as string }) },
                'stem',
                { field: 'options', when: values => !NO_OPTIONS.includes(String(values.type)) },
                'media',
              ],
            },
            {
              title: '答案',
              fields: [
                { field: 'answer', when: values => values.type !== 'match' && values.type !== 'group' },
                { field: 'tolerance', when: values => values.type === 'blank' },
                'explanation',
              ],
            },
            { title: '属性', fields: ['score', 'difficulty', 'topics'] },
          ],
          initial: { type: 'single', difficulty: 3, score: 1, ...(bankId ? { bankId } : {}), ...(groupId ? { groupId } : {}) },
        }}
        toolbar={
          <>
            {mayPaste ? (
              <Button icon={<ClipboardPaste size={16} />} onClick={() => setPasting(true)}>
                {t('粘贴导入')}
              </Button>
            ) : null}
            {bankId ? (
              <Button icon={<CopyCheck size={16} />} onClick={() => setLooking(true)}>
                {t('查重')}
              </Button>
            ) : null}
          </>
        }
        rowActions={row => [<ActionButton key="restore" of={restoreQuestion} input={{ id: row.id }} />]}
        batchActions={(rows, clear) => (
          <>
            <ActionButton
              of={reviewQuestions}
              input={{ ids: rows.map(row => row.id) }}
              confirm={t('这 {{n}} 题的题干、答案和解析都看过了？通过后就会出到试卷里。', { n: rows.length })}
              onDone={clear}
            />
            <ActionButton
              of={retireQuestions}
              input={{ ids: rows.map(row => row.id) }}
              danger
              confirm={t('停用 {{n}} 题：以后不再出，已经考过的不受影响。', { n: rows.length })}
              onDone={clear}
            />
          </>
        )}
      />
      {isPasting ? <PastePanel bankId={bankId} onClose={() => setPasting(false)} /> : null}
      {isLooking && bankId ? <AlikePanel bankId={bankId} onClose={() => setLooking(false)} /> : null}
    </>
  )
}
function AlikePanel({ bankId, onClose }: { bankId: string; onClose: () => void }) {
  const read = useRead(findAlike, { bankId })
  return (
    <Panel open size={720} title={t('相近的题')} onClose={onClose}>
      <Loaded of={read} empty={rows => rows.length === 0 && t('没有题干相近的题')}>
        {rows => (
          <PlainTable
            label={t('相近的题')}
            rows={rows}
            keyOf={row => `${row.no} ${row.like}`}
            columns={[
              [t('题号'), row => row.no],
              [t('相近的题'), row => row.like],
              [t('题干'), row => row.stem],
              [t('相近程度'), row => `${row.percent}%`, { isNumber: true }],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('录入、导入和审核试题，停用过时的题。'),
  who: t('题库的编辑出题，另一位编辑审题；审过的题才会出到试卷里。'),
  first: t('把 Word 里的题复制出来，点“粘贴导入”。'),
})
