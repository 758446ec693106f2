import { Button, Input, InputNumber, Select } from 'antd'
import { Trash2 } from 'lucide-react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { RefsSelect } from '#web/inputs/RefsSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useDict } from '#web/values/useDict.ts'
import { testTopic } from '../../model/dictionaries.ts'
import { LEVELS, type Section } from '../../model/paper.ts'
import { QUESTION_TYPES, type QuestionType } from '../../model/question.ts'

interface SectionEditorProps {
  section: Section
  at: number
  onChange: (next: Section) => void
  onDrop: () => void
}
const levels = Array.from({ length: LEVELS }, (_, i) => i)
/** One section: type, number, score, where its questions come from. */
export function SectionEditor({ section, at, onChange, onDrop }: SectionEditorProps) {
  const topics = useDict(testTopic)
  const put = (patch: Partial<Section>) => onChange({ ...section, ...patch })
  const spread = section.spread ?? []
  return (
    <Sheet title={section.title || t('第 {{n}} 大题', { n: at + 1 })} actions={<Button type="text" icon={<Trash2 size={15} />} aria-label={t('删除大题')} onClick={onDrop} />}>
      <Stack gap={2}>
        <Row>
          <Input aria-label={t('标题')} value={section.title} maxLength={60} onChange={event => put({ title: event.target.value })} />
          <Select
            aria-label={t('题型')}
            value={section.type}
            options={Object.entries(QUESTION_TYPES).map(([value, label]) => ({ value, label: t(label) }))}
            onChange={(type: QuestionType) => put({ type, mustIds: null })}
          />
          <InputNumber aria-label={t('题数')} min={1} max={200} precision={0} value={section.count} suffix={t('题')} onChange={count => put({ count: count ?? 1 })} />
          <InputNumber
            aria-label={t('每题分值')}
            min={0.5}
            max={100}
            step={0.5}
            value={section.scoreEach}
            suffix={t('分')}
            onChange={scoreEach => put({ scoreEach: scoreEach ?? 1 })}
          />
        </Row>
        {section.type === 'group' ? <p className="ql-help">{t('题数是材料的数目；每份材料的分按小题的分值分给各小题，小题跟着材料出，顺序不乱。')}</p> : null}
        <RefsSelect to="questionBank" aria-label={t('题库')} placeholder={t('选择题库')} value={section.bankIds} onChange={bankIds => put({ bankIds })} />
        <Select
          mode="multiple"
          className="ql-wide"
          aria-label={t('知识点')}
          placeholder={t('全部知识点')}
          value={section.topics ?? []}
          options={topics.map(one => ({ value: one.key, label: one.label }))}
          onChange={(next: string[]) => put({ topics: next.length ? next : null })}
        />
        <RefsSelect
          to="testQuestion"
          aria-label={t('必出的题')}
          placeholder={t('必出的题，不填就随机抽')}
          value={section.mustIds ?? []}
          onChange={ids => put({ mustIds: ids.length ? ids : null })}
        />
        <Row>
          <span className="ql-help">{t('各难度题数，不填不限')}</span>
          {levels.map(i => (
            <InputNumber
              key={i}
              aria-label={t('难度 {n}').replace('{n}', String(i + 1))}
              min={0}
              max={200}
              precision={0}
              placeholder={String(i + 1)}
              value={spread[i] || null}
              onChange={n => {
                const next = levels.map(j => (j === i ? (n ?? 0) : (spread[j] ?? 0)))
                put({ spread: next.some(one => one > 0) ? next : null })
              }}
            />
          ))}
        </Row>
      </Stack>
    </Sheet>
  )
}
