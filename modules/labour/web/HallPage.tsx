import { Segmented } from 'antd'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { enrol, enrolmentStates, labourHall } from '../model/enrolment.ts'
import { CATEGORIES, PROJECT_KINDS } from '../model/rules.ts'
import { CHANGES, sessionText } from './labels.ts'

type Project = NonNullable<AnswerOf<typeof labourHall>[number]>
const isKind = (value: unknown): value is keyof typeof PROJECT_KINDS => typeof value === 'string' && Object.hasOwn(PROJECT_KINDS, value)

/** 劳动项目: cards with the places that are left; one tap enrols after the safety notice. */
export default function HallPage() {
  return (
    <StudentsOnly title={t('劳动项目')} otherwise={t('当前账号不是学生，不能报名')}>
      <Hall />
    </StudentsOnly>
  )
}
function Hall() {
  const [params, , put] = useOwnParams()
  const asked = params.get('kind')
  const kind = isKind(asked) ? asked : null
  const read = useRead(labourHall, kind ? { kind } : {}, { keeps: true })
  return (
    <Page title={t('劳动项目')} width="form">
      <Segmented
        value={kind ?? 'all'}
        options={[{ value: 'all', label: t('全部') }, ...Object.entries(PROJECT_KINDS).map(([value, label]) => ({ value, label: t(label) }))]}
        onChange={value => put({ kind: value === 'all' ? undefined : value })}
      />
      <Loaded of={read} lines={8}>
        {rows => (rows.length ? <Stack>{rows.map(row => row && <OneProject key={row.id} of={row} />)}</Stack> : <Empty title={t('现在没有可以报名的劳动项目')} />)}
      </Loaded>
    </Page>
  )
}
function OneProject({ of }: { of: Project }) {
  const { id, name, placesLeft, waiting } = of
  return (
    <Sheet title={name} note={`${t(PROJECT_KINDS[of.kind])} · ${t(CATEGORIES[of.category])}`} actions={<Places of={of} />}>
      <Stack gap={1}>{of.sessions.map(s => s && <span key={s.start}>{sessionText(s)}</span>)}</Stack>
      <p className="ql-quiet">
        {[of.place, of.teacher].filter(Boolean).join(' · ')}
        <br />
        {of.isOpen ? t('{{end}} 截止报名', { end: formatDatetime(of.endTime) }) : t('{{from}} 开始报名', { from: formatDatetime(of.beginTime) })}
        {t('，开始前 {{n}} 小时内不能取消', { n: of.cancelBeforeHours })}
      </p>
      {of.mine || !of.isOpen ? null : (
        <Row spread="between">
          <span className="ql-quiet">{placesLeft > 0 ? null : of.hasWaitlist ? t('已有 {{n}} 人候补', { n: waiting }) : t('名额已满')}</span>
          {placesLeft > 0 || of.hasWaitlist ? (
            <FormButton
              of={enrol}
              input={{ projectId: id }}
              layout={of.needsInsurance ? ['isSafetyRead', 'isInsured'] : ['isSafetyRead']}
              type="primary"
              changes={CHANGES}
              note={<RichText html={of.safetyNotice} />}
            >
              {placesLeft > 0 ? t('我要报名') : t('排候补')}
            </FormButton>
          ) : null}
        </Row>
      )}
    </Sheet>
  )
}
function Places({ of: { mine, position, placesLeft, capacity } }: { of: Project }) {
  if (mine === 'waiting') return <State tone="waiting">{t('候补第 {{n}} 位', { n: position ?? 1 })}</State>
  if (mine) return <StateTag of={enrolmentStates} state={mine} />
  return <State tone={placesLeft > 0 ? 'done' : 'over'}>{t('还有 {{n}}/{{of}}', { n: placesLeft, of: capacity })}</State>
}
