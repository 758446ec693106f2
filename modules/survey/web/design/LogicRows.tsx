import { Button, Checkbox, Input, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { END, isSilent, OPERATORS, type Question } from '../../model/question.ts'

interface LogicProps {
  of: Question
  set: (more: Partial<Question>) => void
}
const optionsOf = (q: Question | undefined) => (q?.options ?? []).map(o => ({ value: o.key, label: o.label }))
const named = (questions: readonly Question[]) => questions.map(q => ({ value: q.key, label: q.title }))
interface RowsProps<R> {
  title: string
  rows: readonly R[]
  fresh: R | undefined
  onChange: (next: R[]) => void
  children: (row: R, put: (next: R) => void) => ReactNode
}
function Rows<R>({ title, rows, fresh, onChange, children }: RowsProps<R>) {
  return (
    <Stack gap={2} role="group" aria-label={title}>
      <Row spread="between">
        <span className="ql-label">{title}</span>
        <Button
          size="small"
          icon={<Plus size={14} />}
          aria-label={t('加一条：{{what}}', { what: title })}
          disabled={fresh === undefined}
          onClick={() => fresh && onChange([...rows, fresh])}
        />
      </Row>
      <EditedRows rows={rows} onChange={onChange}>
        {(row, { put, drop }) => (
          <Row gap={1}>
            {children(row, put)}
            <Button type="text" aria-label={t('删除')} icon={<X size={15} />} onClick={drop} />
          </Row>
        )}
      </EditedRows>
    </Stack>
  )
}
/** Shown by the answers to earlier questions. */
export function ShowRules({ of: q, before, set }: LogicProps & { before: readonly Question[] }) {
  const asked = before.filter(one => !isSilent(one))
  const rules = q.showIf ?? []
  return (
    <>
      <Rows
        title={t('满足这些条件才显示')}
        rows={rules}
        fresh={asked[0] && { question: asked[0].key, op: 'is' as const, value: asked[0].options?.[0]?.key ?? null }}
        onChange={showIf => set({ showIf })}
      >
        {(rule, put) => {
          const other = asked.find(one => one.key === rule.question)
          return (
            <>
              <Select
                aria-label={t('题目')}
                popupMatchSelectWidth={false}
                value={rule.question}
                options={named(asked)}
                onChange={key => put({ ...rule, question: key, value: null })}
              />
              <Select
                aria-label={t('比较')}
                popupMatchSelectWidth={false}
                value={rule.op}
                options={Object.entries(OPERATORS).map(([value, label]) => ({ value: value as typeof rule.op, label: t(label) }))}
                onChange={op => put({ ...rule, op })}
              />
              {rule.op === 'answered' ? null : other?.options?.length ? (
                <Select aria-label={t('值')} popupMatchSelectWidth={false} value={rule.value} options={optionsOf(other)} onChange={value => put({ ...rule, value })} />
              ) : (
                <Input aria-label={t('值')} value={rule.value ?? ''} onChange={event => put({ ...rule, value: event.target.value })} />
              )}
            </>
          )
        }}
      </Rows>
      {rules.length > 1 ? (
        <Checkbox checked={q.showAny === true} onChange={event => set({ showAny: event.target.checked })}>
          {t('满足任一条件就显示')}
        </Checkbox>
      ) : null}
    </>
  )
}
/** Where an answer leads, other than to the next question. */
export function Jumps({ of: q, after, set }: LogicProps & { after: readonly Question[] }) {
  const ANY = ''
  const targets = [...named(after), { value: END, label: t('结束') }]
  return (
    <Rows title={t('跳题')} rows={q.jumps ?? []} fresh={{ option: q.options?.[0]?.key ?? null, to: END }} onChange={jumps => set({ jumps })}>
      {(jump, put) => (
        <>
          <Select
            aria-label={t('选项')}
            popupMatchSelectWidth={false}
            value={jump.option ?? ANY}
            options={[{ value: ANY, label: t('不论怎么答') }, ...optionsOf(q)]}
            onChange={option => put({ ...jump, option: option || null })}
          />
          <Select aria-label={t('跳到')} popupMatchSelectWidth={false} value={jump.to} options={targets} onChange={to => put({ ...jump, to })} />
        </>
      )}
    </Rows>
  )
}
/** Pairs of answers that cannot both be meant (60-SV9). */
export function Contradictions({ of: q, before, set }: LogicProps & { before: readonly Question[] }) {
  const asked = before.filter(one => one.options?.length)
  const first = asked[0]
  const fresh = first && { option: q.options?.[0]?.key ?? '', question: first.key, value: first.options?.[0]?.key ?? '' }
  return (
    <Rows title={t('与前面矛盾的选法')} rows={q.contradicts ?? []} fresh={fresh} onChange={contradicts => set({ contradicts })}>
      {(pair, put) => (
        <>
          <Select aria-label={t('本题选')} popupMatchSelectWidth={false} value={pair.option} options={optionsOf(q)} onChange={option => put({ ...pair, option })} />
          <Select aria-label={t('题目')} popupMatchSelectWidth={false} value={pair.question} options={named(asked)} onChange={key => put({ ...pair, question: key, value: '' })} />
          <Select
            aria-label={t('那题选')}
            popupMatchSelectWidth={false}
            value={pair.value}
            options={optionsOf(asked.find(one => one.key === pair.question))}
            onChange={value => put({ ...pair, value })}
          />
        </>
      )}
    </Rows>
  )
}
