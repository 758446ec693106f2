import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { myPath, setFamily } from '../model/actions.ts'
import { AID_KINDS, aidStates } from '../model/aid.ts'
import { enlistStates, stageStates } from '../model/record.ts'
import { Computation } from './Computation.tsx'
import { PathLine } from './PathLine.tsx'

type Mine = AnswerOf<typeof myPath>
type Record = NonNullable<Mine['record']>

/** 我的参军: where one is on the way, what comes next, what to bring, and what the state gives. */
export default function MyPathPage() {
  return (
    <StudentsOnly title={t('我的参军')} otherwise={t('当前账号不是学生，没有应征登记')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myPath, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  const { record, aids } = data
  return (
    <Page title={t('我的参军')} width="form">
      <Stack>
        {record ? <Path of={record} mine={data} /> : <Empty title={t('还没有应征登记')} />}
        {record ? null : <Link to="/enlistment/apply">{t('应征登记')}</Link>}
        {record && data.estimate ? (
          <Sheet title={record.noticeDate ? t('资助测算') : t('按今天的规定估算')}>
            <Computation of={data.estimate} />
          </Sheet>
        ) : null}
        {record?.noticeDate ? <Aids of={aids} /> : null}
        {record ? <Family of={record} /> : null}
      </Stack>
    </Page>
  )
}
const Path = ({ of, mine }: { of: Record; mine: Mine }) => (
  <Sheet label={t('进度')}>
    <Row gap={3} spread="between">
      <h2>{t('{{year}} 年应征', { year: of.year })}</h2>
      {of.state === 'approved' ? <StateTag of={stageStates} state={of.stage} /> : <StateTag of={enlistStates} state={of.state} />}
    </Row>
    {of.state === 'approved' ? <PathLine stage={of.stage} /> : null}
    <p>
      <strong>{t('下一步：')}</strong>
      {t(mine.next)}
    </p>
    {mine.papers.length ? <p>{t('要带：{{papers}}', { papers: mine.papers.map(p => t(p ?? '')).join(t('、')) })}</p> : null}
    {of.stage === 'enlisted' && of.keepStatusUntil ? <p>{t('学籍保留到 {{date}}', { date: formatDate(of.keepStatusUntil) })}</p> : null}
    {of.returnBy && of.stage === 'discharged' ? (
      <p>
        {t('最晚 {{date}} 复学，还有 {{n}} 天。', { date: formatDate(of.returnBy), n: of.daysLeft ?? 0 })} <Link to="/standing/apply?type=resumption">{t('申请复学')}</Link>
      </p>
    ) : null}
    {mine.entitlements.length ? <p className="ql-quiet">{mine.entitlements.map(e => t(e ?? '')).join(t('；'))}</p> : null}
  </Sheet>
)
const Aids = ({ of }: { of: Mine['aids'] }) => (
  <Sheet title={t('参军资助')}>
    {of.map(aid =>
      aid ? (
        <Row key={aid.id} gap={3} spread="between">
          <Link to={`/enlistment/aids/mine?id=${aid.id}`}>{t(AID_KINDS[aid.kind])}</Link>
          <span>{formatMoney(aid.total)}</span>
          <StateTag of={aidStates} state={aid.state} />
        </Row>
      ) : null,
    )}
    <Link to="/enlistment/aids/apply">{t('申请参军资助')}</Link>
  </Sheet>
)
const Family = ({ of: { id, familyName, familyPhone } }: { of: Record }) => (
  <Sheet title={t('家人联系方式')}>
    <p>{familyName ? `${familyName} ${familyPhone ?? ''}` : t('还没有留家人的联系方式')}</p>
    <FormButton of={setFamily} input={{ id }} initial={{ familyName: familyName ?? '', familyPhone: familyPhone ?? '' }} done={t('已保存')} />
  </Sheet>
)
