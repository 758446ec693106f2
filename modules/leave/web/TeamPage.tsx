import { Button, Input, Tag } from 'antd'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { givenValues } from '#web/forms/values.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { applyTeam, checkTeam, leaveTeam } from '../model/team.ts'
import { usualSpan } from './apply/span.ts'
import { spanText } from './labels.ts'

type TeamCheck = NonNullable<AnswerOf<typeof checkTeam>>

/** 集体公假: one application of an organiser for a whole list. */
export default function TeamPage() {
  const [isOpen, setOpen] = useState(false)
  const may = useCan(applyTeam.permission)
  return (
    <>
      <EntityTable
        of={leaveTeam}
        title={t('集体公假#many')}
        columns={[
          'title',
          { key: 'teamNo', width: 180 },
          'typeId',
          { key: 'startAt', title: '时间', width: 260, render: row => spanText(row) },
          'studentCount',
          'organiserId',
          'state',
        ]}
        filters={['typeId', 'state', 'startAt']}
        toolbar={
          may ? (
            <Button type="primary" icon={<UsersRound size={16} />} onClick={() => setOpen(true)}>
              {t('申请集体公假')}
            </Button>
          ) : null
        }
      />
      {isOpen ? <TeamForm onClose={() => setOpen(false)} /> : null}
    </>
  )
}
const LAYOUT = ['title', 'typeId', 'startAt', 'endAt', 'reason', 'proofs'] as const

function TeamForm({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => usualSpan(schoolDate(Date.now())))
  const form = useFields(applyTeam.input, LAYOUT, { ...start })
  const [numbers, setNumbers] = useState('')
  const [found, setFound] = useState<TeamCheck>()
  const check = useAct(checkTeam, { done: false, onDone: setFound })
  const act = useAct(applyTeam, { onDone: onClose, changes: ['processTask', 'processInstance'], done: t('申请已提交') })
  useUnsaved(Boolean(numbers || form.values.title))
  const students = found?.students ?? []
  const send = () => {
    const checked = form.check({ ...givenValues(form.values), studentIds: students.map(s => s.id) })
    if (checked && !act.isPending) act.mutate(checked, { onError: form.refuse })
  }
  const drop = (id: string) => setFound(now => now && { ...now, students: now.students.filter(s => s?.id !== id) })
  return (
    <Panel
      open
      title={t('申请集体公假')}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" loading={act.isPending} disabled={!students.length} onClick={send}>
            {students.length ? t('提交 {{n}} 人的申请', { n: students.length }) : t('提交申请')}
          </Button>
        </div>
      }
    >
      {form.refusal ? <Refused what={t('没有提交')} error={form.refusal} /> : null}
      <Fields form={form} disabled={act.isPending} />
      <div className="ql-field">
        <label className="ql-label" htmlFor="leave-numbers">
          {t('学号名单')}
        </label>
        <Input.TextArea
          id="leave-numbers"
          autoSize={{ minRows: 3, maxRows: 8 }}
          value={numbers}
          placeholder={t('粘贴学号，一行一个或用逗号隔开')}
          onChange={event => setNumbers(event.target.value)}
        />
        <Button
          disabled={!numbers.trim()}
          loading={check.isPending}
          onClick={() => check.mutate({ studentNos: numbers, startAt: String(form.values.startAt ?? '') || null, endAt: String(form.values.endAt ?? '') || null })}
        >
          {t('核对名单')}
        </Button>
        {check.error ? <Refused what={t('没有核对')} error={check.error} /> : null}
        {found?.unknown.length ? <p className="ql-problem">{t('没有找到：{{numbers}}', { numbers: found.unknown.join(t('、')) })}</p> : null}
        <Row>
          {students.map(s => (
            <Tag key={s.id} closable color={s.clash ? 'warning' : 'default'} onClose={() => drop(s.id)}>
              {s.name} {s.className}
              {s.clash ? t('，与 {{leaveNo}} 冲突', { leaveNo: s.clash }) : ''}
            </Tag>
          ))}
        </Row>
      </div>
    </Panel>
  )
}
