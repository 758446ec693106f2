import { Button } from 'antd'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { attendanceStates } from '../model/attendance.ts'
import { cancelEnrolment, enrolmentStates } from '../model/enrolment.ts'
import { myLabour } from '../model/my-labour.ts'
import { BUCKETS, PROJECT_KINDS } from '../model/rules.ts'
import { CHANGES, sessionText } from './labels.ts'

type Mine = AnswerOf<typeof myLabour>
type Project = NonNullable<Mine['projects'][number]>
/** 我的劳动 */
export default function MinePage() {
  return (
    <StudentsOnly title={t('我的劳动')} otherwise={t('当前账号不是学生，没有劳动学时')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myLabour, {})
  return (
    <Page
      title={t('我的劳动')}
      width="form"
      actions={
        <Row>
          <Link to="/labour/hall">{t('劳动项目')}</Link>
          <Link to="/labour/self">{t('申报劳动')}</Link>
        </Row>
      }
    >
      <Loaded of={read} lines={8}>
        {data => (
          <Stack>
            <Hours of={data} />
            {data.projects.length ? (
              data.projects.map(p => p && <OneProject key={p.id} of={p} />)
            ) : (
              <Empty title={t('还没有报名劳动项目')}>{<Link to="/labour/hall">{t('去看看')}</Link>}</Empty>
            )}
            <Entries of={data} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
function Hours({ of }: { of: Mine }) {
  const rows = of.hours.flatMap(h => h ?? [])
  return (
    <Sheet title={t('劳动学时')} note={of.weeksNeeded === null ? t('你的年级还没有培养要求') : t('劳动周 {{n}}/{{of}}', { n: of.weeks, of: of.weeksNeeded })}>
      <PlainTable
        label={t('劳动学时')}
        rows={rows}
        keyOf={r => r.kind}
        columns={[
          [t('类别'), r => t(BUCKETS[r.kind]), { isHead: true }],
          [t('已有'), r => r.got, { isNumber: true }],
          [t('要求'), r => r.need ?? '—', { isNumber: true }],
          [t('还差'), r => (r.need === null ? '—' : Math.max(0, r.need - r.got)), { isNumber: true }],
        ]}
      />
    </Sheet>
  )
}
function OneProject({ of }: { of: Project }) {
  const mayCancel = of.state === 'waiting' || (of.state === 'enrolled' && Date.parse(of.cancelUntil) > Date.now())
  return (
    <Sheet title={of.name} note={t(PROJECT_KINDS[of.kind])} actions={<StateTag of={enrolmentStates} state={of.state} />}>
      {of.sessions.map(s =>
        s ? (
          <Row key={s.start} spread="between">
            <span>
              {sessionText(s)}
              {s.duty ? (
                <>
                  <br />
                  <small className="ql-quiet">{s.duty}</small>
                </>
              ) : null}
            </span>
            {s.attended ? <StateTag of={attendanceStates} state={s.attended} /> : null}
          </Row>
        ) : null,
      )}
      <Row spread="between">
        <span className="ql-quiet">
          {[
            of.place,
            of.groupNo === null ? null : t('第 {{n}} 组', { n: of.groupNo }),
            of.hours === null ? null : t('得 {{n}} 学时', { n: of.hours }),
            of.score === null ? null : t('{{n}} 分', { n: of.score }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {of.state === 'enrolled' ? (
          <Link to="/signIn/mine">
            <Button>{t('去签到')}</Button>
          </Link>
        ) : null}
        {mayCancel ? (
          <ActionButton
            of={cancelEnrolment}
            input={{ id: of.id }}
            danger
            changes={CHANGES}
            confirm={t('取消“{{name}}”，名额给候补的同学。{{until}} 前可以取消。', { name: of.name, until: formatDatetime(of.cancelUntil) })}
          />
        ) : null}
      </Row>
    </Sheet>
  )
}
function Entries({ of }: { of: Mine }) {
  const rows = of.entries.flatMap(e => e ?? [])
  if (!rows.length) return null
  return (
    <Sheet title={t('学时明细')}>
      {rows.map(e => (
        <Row key={e.id} spread="between">
          <span>
            {e.title}
            <br />
            <small className="ql-quiet">{[formatDate(e.occurredOn), t(BUCKETS[e.kind])].join(' · ')}</small>
          </span>
          <b>{t('{{n}} 学时', { n: e.hours })}</b>
        </Row>
      ))}
    </Sheet>
  )
}
