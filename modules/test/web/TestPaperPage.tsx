import { useState } from 'react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { testPaper } from '../model/paper.ts'
import { copyPaper, publishPaper, retirePaper } from '../model/paper-actions.ts'
import { PaperPanel } from './paper/PaperPanel.tsx'

/** 在线测试 → 组卷 */
export default function TestPaperPage() {
  const [opened, setOpened] = useState<Shown<typeof testPaper>>()
  const [copied, setCopied] = useState<Shown<typeof testPaper>>()
  const mayCopy = useCan(copyPaper.permission)
  return (
    <>
      <EntityTable
        of={testPaper}
        columns={['name', { key: 'mode', width: 130 }, { key: 'questionCount', width: 80 }, { key: 'total', width: 80 }, { key: 'state', width: 90 }, 'departmentId', 'ownerId']}
        filters={['mode', 'state']}
        form={{ layout: ['name', 'mode', 'shuffleQuestions', 'shuffleOptions', 'departmentId'], initial: { mode: 'perCandidate', shuffleQuestions: true, shuffleOptions: true } }}
        onOpen={setOpened}
        rowActions={row => [
          { label: t('大题'), onClick: () => setOpened(row) },
          <ActionButton key="publish" of={publishPaper} input={{ id: row.id }} confirm={t('发布后大题和抽题范围不再改，可以用来安排考试。')} />,
          <ActionButton key="retire" of={retirePaper} input={{ id: row.id }} confirm={t('停用后不能再用来安排考试，已经安排的不受影响。')} />,
          mayCopy && { label: t('复制'), onClick: () => setCopied(row) },
        ]}
      />
      {opened ? <PaperPanel id={opened.id} onClose={() => setOpened(undefined)} /> : null}
      {copied ? <ActionForm of={copyPaper} input={{ id: copied.id }} initial={{ name: copied.name }} onClose={() => setCopied(undefined)} /> : null}
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('定试卷有哪些大题、从哪些题库抽、每种难度抽几题。'),
  who: t('出题的老师组自己的，学院和学工处看本部门的。'),
  first: t('新增试卷，点“大题”加大题，看右边的题量够不够，再发布。'),
})
