import { Button, Checkbox, Segmented } from 'antd'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { weekSpansText } from '#web/forms/WeekSpans.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { postApplying } from '../model/application.ts'
import { hall, POST_TYPES } from '../model/post.ts'
import { payText } from './labels.ts'

type Post = NonNullable<AnswerOf<typeof hall>[number]>
const MINE = '/workStudy/mine'
const CHANGES = ['workPost', 'postApplication']
const isType = (value: unknown): value is keyof typeof POST_TYPES => typeof value === 'string' && Object.hasOwn(POST_TYPES, value)

/** 岗位大厅: open posts, those that fit the student's timetable first; one tap applies. */
export default function HallPage() {
  return (
    <StudentsOnly title={t('岗位大厅')} otherwise={t('当前账号不是学生，不能应聘')}>
      <Hall />
    </StudentsOnly>
  )
}
function Hall() {
  const [params, , put] = useOwnParams()
  const [campusId, type, fits] = [params.get('campusId'), params.get('postType'), params.get('fits') === '1']
  const postType = isType(type) ? type : null
  const read = useRead(hall, { ...(campusId && { campusId }), ...(postType && { postType }), ...(fits && { fits }) }, { keeps: true })
  return (
    <Page title={t('岗位大厅')} width="form" actions={<Link to={MINE}>{t('我的勤工助学')}</Link>}>
      <Row gap={3}>
        <RefSelect to="campus" aria-label={t('校区')} placeholder={t('全部校区')} value={campusId} onChange={id => put({ campusId: id ?? undefined })} />
        <Segmented
          value={postType ?? 'all'}
          options={[{ value: 'all', label: t('全部') }, ...Object.entries(POST_TYPES).map(([value, label]) => ({ value, label: t(label) }))]}
          onChange={value => put({ postType: value === 'all' ? undefined : value })}
        />
        <Checkbox checked={fits} onChange={event => put({ fits: event.target.checked ? '1' : undefined })}>
          {t('只看适合我的')}
        </Checkbox>
      </Row>
      <Loaded of={read} lines={8}>
        {rows =>
          rows.length ? <Stack>{rows.map(row => row && <OnePost key={row.id} of={row} />)}</Stack> : <Empty title={fits ? t('没有时段适合你的岗位') : t('现在没有招聘中的岗位')} />
        }
      </Loaded>
    </Page>
  )
}
function OnePost({ of }: { of: Post }) {
  const { id, title, unit, campus, place, seatsLeft, applicationId, matchPercent } = of
  return (
    <Sheet
      title={title}
      note={unit}
      actions={<State tone={matchPercent === 100 ? 'done' : matchPercent >= 50 ? 'going' : 'over'}>{t('合适 {{percent}}%', { percent: matchPercent })}</State>}
    >
      <p>{of.duties}</p>
      <p>
        <b>{payText(of)}</b> · {t(POST_TYPES[of.postType])} · {t('每周 {{n}} 小时', { n: of.hoursPerWeek })}
      </p>
      <p className="ql-quiet">
        {[campus, place].filter(Boolean).join(' · ')}
        <br />
        {weekSpansText(of.spans.flatMap(s => (s ? [{ days: s.days.flatMap(d => d ?? []), from: s.from, to: s.to }] : [])))}
        <br />
        {t('{{from}} 至 {{to}} 上岗，{{end}} 截止报名', { from: formatDate(of.workFrom), to: formatDate(of.workTo), end: formatDatetime(of.applyTo) })}
      </p>
      {of.requires ? <p>{t('要求：{{text}}', { text: of.requires })}</p> : null}
      {of.safetyNote ? <p>{t('安全：{{text}}', { text: of.safetyNote })}</p> : null}
      <Row gap={3} spread="between">
        <span className="ql-quiet">
          {t('还有 {{n}} 个名额', { n: seatsLeft })}
          {of.difficultyFirst ? ` · ${t('困难学生优先')}` : ''}
        </span>
        {applicationId ? (
          <Link to={MINE}>
            <Button>{t('已应聘')}</Button>
          </Link>
        ) : (
          <Row>
            <FormButton of={postApplying.apply} input={{ postId: id }} layout={['skills', 'statement']} changes={CHANGES} done={t('已应聘')}>
              {t('写几句再应聘')}
            </FormButton>
            <ActionButton of={postApplying.apply} input={{ postId: id }} type="primary" changes={CHANGES} done={t('已应聘')} />
          </Row>
        )}
      </Row>
    </Sheet>
  )
}
