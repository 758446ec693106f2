import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { InputOf } from '#model'
import { myFields } from '#modules/student/model/actions.ts'
import { student } from '#modules/student/model/student.ts'
import { LockedSection, OwnSection } from '#modules/student/web/public/OwnSections.tsx'
import type { Mine, OwnRules } from '#modules/student/web/public/own-record.ts'
import { MyTasks } from '#modules/workflow/tasks/web/public/MyTasks.tsx'
import { allOf, Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRecord } from '#web/records/RecordDetail.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { entityKey } from '#web/values/address.ts'
import { formatDatetime } from '#web/values/format.ts'
import { ownChecks, RESULTS } from '../model/info-check.ts'

type Task = NonNullable<AnswerOf<typeof ownChecks.mine>[number]>
const IDENTITY = [
  'name',
  'genderCode',
  'birthDate',
  'idType',
  'idNo',
  'ethnicityCode',
  'politicalCode',
  'nationalityCode',
  'formerName',
  'nativeCanton',
  'sourceCanton',
  'ksh',
  'enrolDate',
]

/** 核对我的信息: the record with the way to put each field right, and the button that says it is. */
export default function MyInfoCheckPage() {
  return (
    <StudentsOnly title={t('核对我的信息')} otherwise={t('当前账号不是学生，没有自己的档案')}>
      {studentId => (
        <Page title={t('核对我的信息')} width="form">
          <MyTasks of={ownChecks.mine} nothing={t('现在没有要核对的信息')}>
            {task => task && <Check key={task.infoCheckId} of={task} studentId={studentId} />}
          </MyTasks>
        </Page>
      )}
    </StudentsOnly>
  )
}
function Check({ of, studentId }: { of: Task; studentId: string }) {
  const { name, endTime, canChange, answer } = of
  return (
    <Stack>
      <Sheet label={name}>
        <Row gap={3} spread="between">
          <h2>{name}</h2>
          <State tone={answer ? 'done' : 'attention'}>{answer ? t(RESULTS[answer.result as keyof typeof RESULTS]) : t('未核对')}</State>
        </Row>
        <p className="ql-quiet">
          {answer?.confirmedAt
            ? t('{{time}} 核对', { time: formatDatetime(answer.confirmedAt) })
            : t('{{time}} 前核对；有误的直接修改或申请更正，再确认', { time: formatDatetime(endTime) })}
        </p>
      </Sheet>
      {canChange ? <Own of={of} studentId={studentId} /> : null}
    </Stack>
  )
}
function Own({ of, studentId }: { of: Task; studentId: string }) {
  const record = useRecord(student, studentId)
  const fields = useRead(myFields, {})
  if (!record.data || !fields.data) return <Loading of={allOf([record, fields])} lines={12} />
  const rules: OwnRules = new Map(fields.data.flatMap(f => (f ? [[f.field, f]] : [])))
  const row: Mine = record.data
  return (
    <>
      <LockedSection row={row} title={t('身份')} names={IDENTITY} rules={rules} />
      <OwnSection row={row} title={t('联系方式')} names={['phone', 'email']} rules={rules} mayChange />
      <OwnSection row={row} title={t('紧急联系人')} names={['emergencyName', 'emergencyPhone']} rules={rules} mayChange />
      <OwnSection row={row} title={t('家庭住址与户口')} names={['homeCanton', 'homeAddress', 'postcode', 'hukouAddress', 'hukouMoved']} rules={rules} mayChange />
      <Confirm of={of} version={row.version} isAsked={[...rules.values()].some(r => r.isAsked)} />
    </>
  )
}
function Confirm({ of: { infoCheckId, answer }, version, isAsked }: { of: Task; version: number; isAsked: boolean }) {
  const client = useQueryClient()
  const act = useAct(ownChecks.answer, { changes: ['infoCheckLine', 'student', 'todo'], done: t('已确认') })
  const press = () => {
    const input = { infoCheckId, result: isAsked ? 'changed' : 'correct', recordVersion: version, version: answer?.version ?? null }
    act.mutate(input as InputOf<typeof ownChecks.answer>, {
      onError: error => {
        // somebody has changed the record meanwhile: show it as it stands
        if (isRefusal(error) && error.code === 409) void client.invalidateQueries({ queryKey: entityKey(student) })
      },
    })
  }
  return (
    <Sheet label={t('确认')}>
      {act.error ? <Refused what={t('没有确认')} error={act.error} /> : null}
      <Button type="primary" size="large" block loading={act.isPending} onClick={press}>
        {isAsked ? t('已申请更正，其余无误') : answer ? t('再次确认无误') : t('信息无误，确认')}
      </Button>
    </Sheet>
  )
}
