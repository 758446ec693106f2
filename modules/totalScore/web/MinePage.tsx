import { Progress } from 'antd'
import { Link } from 'react-router'
import { percentOf } from '#model/percent.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { myPoints } from '../model/my-points.ts'
import { objectionStates, objectToPoints } from '../model/objection.ts'
import { periodText } from './periodText.ts'

type Mine = AnswerOf<typeof myPoints>
type Scheme = NonNullable<Mine['schemes'][number]>
type Entry = NonNullable<Mine['entries'][number]>
/** 我的积分 */
export default function MinePage() {
  return (
    <StudentsOnly title={t('我的积分')} otherwise={t('当前账号不是学生，没有积分')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myPoints, {})
  return (
    <Page
      title={t('我的积分')}
      width="form"
      actions={
        <Row>
          <Link to="/totalScore/requests">{t('我的加分申请')}</Link>
          <Link to="/totalScore/apply">{t('申请加分')}</Link>
        </Row>
      }
    >
      <Loaded of={read} lines={8}>
        {({ schemes, entries }) => (
          <Stack>
            {schemes.length ? schemes.map(s => s && <Balance key={s.id} of={s} />) : <Empty title={t('你的年级还没有考核方案')} />}
            <Entries of={entries.flatMap(e => e ?? [])} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
/** How full the ring is: of the most there is, or of what all categories need. */
function fullness({ balance, max, base, categories }: Scheme): number {
  const needed = categories.reduce((sum, c) => sum + (c?.least ?? 0), 0)
  return percentOf(Math.max(0, balance), Math.max(max ?? Math.max(base, needed), balance, 1)) ?? 0
}
function Balance({ of }: { of: Scheme }) {
  const categories = of.categories.flatMap(c => c ?? [])
  return (
    <Sheet title={of.name} note={periodText(of.periodKey)}>
      <Row gap={4}>
        <Progress type="circle" size={96} percent={fullness(of)} format={() => String(of.balance)} aria-label={t('{{name}}积分 {{n}}', { name: of.name, n: of.balance })} />
        <span>{of.credits === null ? t('基础分 {{n}}', { n: of.base }) : t('折合 {{n}} 学分', { n: of.credits })}</span>
      </Row>
      {categories.length ? (
        <PlainTable
          label={t('各类积分')}
          rows={categories}
          keyOf={c => c.id}
          columns={[
            [t('类别'), c => c.name, { isHead: true }],
            [t('积分'), c => c.points, { isNumber: true }],
            [t('最低要求'), c => c.least ?? '—', { isNumber: true }],
            [t('还差'), c => c.gap || '—', { isNumber: true }],
          ]}
        />
      ) : null}
      {categories.map(c =>
        c.items.length ? (
          <p key={c.id} className="ql-help">
            {t('{{name}}还差 {{gap}} 分，可以做：{{items}}', { name: c.name, gap: c.gap, items: c.items.flatMap(i => i ?? []).join('、') })}
          </p>
        ) : null,
      )}
      {categories.map(c =>
        c.offers.length ? (
          <p key={c.id}>
            {t('{{name}}现在可以报名：', { name: c.name })}
            {c.offers.map(o =>
              o ? (
                <span key={`${o.title} ${o.startAt}`}>
                  <br />
                  <Link to={o.link}>{t('{{title}}（{{at}}）', { title: o.title, at: formatDatetime(o.startAt) })}</Link>
                </span>
              ) : null,
            )}
          </p>
        ) : null,
      )}
    </Sheet>
  )
}
const signed = (points: number): string => (points > 0 ? `+${points}` : String(points))
function Entries({ of }: { of: readonly Entry[] }) {
  if (!of.length) return <Empty title={t('还没有加减分')} />
  return (
    <Sheet title={t('积分明细')}>
      {of.map(e => (
        <Row key={e.id} spread="between">
          <span>
            {e.isReversed ? <s>{e.item}</s> : e.item}
            <br />
            <small className="ql-quiet">{[formatDate(e.occurredOn), e.scheme, e.reason, notesOf(e), objectionOf(e)].filter(Boolean).join(' · ')}</small>
          </span>
          <Row>
            {e.objectUntil ? <FormButton of={objectToPoints} input={{ entryId: e.id }} changes={['pointEntry']} /> : null}
            <b>{signed(e.points)}</b>
          </Row>
        </Row>
      ))}
    </Sheet>
  )
}
const notesOf = ({ kind, asked, isShifted, isReversed }: Entry): string =>
  [isReversed ? t('已冲销') : '', kind === 'over' ? t('超过上限，{{n}} 分计 0 分', { n: asked }) : '', isShifted ? t('原周期已结，记入现在的周期') : ''].filter(Boolean).join(' · ')
const objectionOf = ({ objection, answer }: Entry): string => (objection ? [t(objectionStates.labels[objection]), answer].filter(Boolean).join('：') : '')
