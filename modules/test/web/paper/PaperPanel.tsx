import { Alert, Button, InputNumber } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { totalOf } from '../../model/cells.ts'
import { passShare } from '../../model/expectation.ts'
import type { Section } from '../../model/paper.ts'
import { readPaper, saveSections } from '../../model/paper-actions.ts'
import { SectionEditor } from './SectionEditor.tsx'

type Paper = AnswerOf<typeof readPaper>
const FRESH: Section = { title: '', type: 'single', count: 10, scoreEach: 1, bankIds: [], topics: null, spread: null, mustIds: null }
/** Sections of a paper, with what each needs and what there is. */
export function PaperPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(readPaper, { id })
  return (
    <Panel open size={720} title={read.data?.name ?? t('大题')} onClose={onClose}>
      <Loaded of={read}>{paper => <Sections key={paper.version} id={id} paper={paper} />}</Loaded>
    </Panel>
  )
}
function Sections({ id, paper }: { id: string; paper: Paper }) {
  const [sections, setSections] = useState<readonly Section[]>(paper.sections)
  const mayEdit = useCan(saveSections.permission) && paper.state === 'draft'
  const act = useAct(saveSections, { done: t('已保存') })
  const isChanged = sections !== paper.sections
  useUnsaved(isChanged)
  return (
    <Stack>
      {act.error ? <Refused what={t('没有保存')} error={act.error} /> : null}
      {paper.problems.length ? <Alert type="warning" showIcon title={t('发布前要改')} description={paper.problems.map(one => one.text).join('；')} /> : null}
      <p>{t('总分 {{n}}', { n: totalOf(sections) })}</p>
      {paper.expected ? <Expected of={paper.expected} total={paper.total} /> : null}
      {mayEdit ? (
        <EditedRows rows={sections} onChange={setSections}>
          {(section, acts) => <SectionEditor section={section} at={acts.at} onChange={acts.put} onDrop={acts.drop} />}
        </EditedRows>
      ) : null}
      {mayEdit ? (
        <div className="ql-acts">
          <Button icon={<Plus size={15} />} onClick={() => setSections([...sections, { ...FRESH, title: t('第 {{n}} 大题', { n: sections.length + 1 }) }])}>
            {t('加大题')}
          </Button>
          <Button type="primary" disabled={!isChanged} loading={act.isPending} onClick={() => act.mutate({ id, version: paper.version, sections: [...sections] })}>
            {t('保存大题')}
          </Button>
        </div>
      ) : null}
      {paper.cells.length ? <Cells paper={paper} /> : null}
    </Stack>
  )
}
/** Before a paper is published: how it will probably turn out, by how its questions did in former tests. */
function Expected({ of, total }: { of: NonNullable<Paper['expected']>; total: number }) {
  const [pass, setPass] = useState<number>(Math.round(total * 6) / 10)
  return (
    <Sheet title={t('预计')}>
      <p>{t('按题目以往的得分率，预计平均分 {{mean}} / {{total}}', { mean: of.mean.toFixed(1), total })}</p>
      <Row>
        <span>{t('合格分')}</span>
        <InputNumber aria-label={t('合格分')} min={0} max={total} value={pass} onChange={value => setPass(value ?? 0)} />
        <span>{t('预计合格率 {{n}}%', { n: Math.round(passShare(of, pass) * 100) })}</span>
      </Row>
      {of.unknown ? <p className="ql-help">{t('{{needed}} 题里约有 {{n}} 题没有考过，按同类题估计', { needed: of.needed, n: of.unknown })}</p> : null}
    </Sheet>
  )
}
/** The matrix of needed and available questions (60-OT1). */
function Cells({ paper: { cells, sections } }: { paper: Paper }) {
  return (
    <Sheet title={t('题量')}>
      <PlainTable
        label={t('题量')}
        rows={cells}
        keyOf={cell => `${cell.section} ${cell.difficulty}`}
        columns={[
          [t('大题'), cell => sections[cell.section]?.title ?? ''],
          [t('难度'), cell => cell.difficulty ?? t('不限')],
          [t('需要'), cell => cell.needed, { isNumber: true }],
          [t('至少要有'), cell => cell.least, { isNumber: true }],
          [t('可用'), cell => cell.available, { isNumber: true }],
          [
            t('够不够'),
            cell => (
              <State tone={cell.available >= cell.least ? 'done' : 'refused'}>
                {cell.available >= cell.least ? t('够') : t('差 {{n}} 题', { n: cell.least - cell.available })}
              </State>
            ),
          ],
        ]}
      />
    </Sheet>
  )
}
