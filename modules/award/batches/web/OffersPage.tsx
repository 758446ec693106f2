import { Button } from 'antd'
import { Link } from 'react-router'
import { CheckList } from '#web/feedback/CheckList.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatDatetime, formatMoney } from '#web/values/format.ts'
import { openAwards } from '../model/application.ts'
import { checkItems } from './checks.ts'

type Offer = NonNullable<AnswerOf<typeof openAwards>[number]>
/** 评奖申报: what the reader can win now, with what speaks for and against it. */
export default function OffersPage() {
  return (
    <StudentsOnly title={t('评奖申报')} otherwise={t('当前账号不是学生，不能申报奖项')}>
      <Offers />
    </StudentsOnly>
  )
}
function Offers() {
  const read = useRead(openAwards, {})
  return (
    <Page title={t('评奖申报')} width="form" actions={<Link to="/award/mine">{t('我的评奖申报')}</Link>}>
      <Loaded of={read}>
        {rows => {
          const all = rows.flatMap(r => r ?? []).sort((a, b) => Number(b.mayApply) - Number(a.mayApply))
          return all.length ? (
            <Stack>
              {all.map(o => (
                <OneOffer key={`${o.batchId}${o.itemId}`} of={o} />
              ))}
            </Stack>
          ) : (
            <Empty title={t('现在没有正在申报的奖项')} />
          )
        }}
      </Loaded>
    </Page>
  )
}
const moneyOf = ({ levels }: Offer): string =>
  levels
    .flatMap(l => (l ? [[levels.length > 1 && l.name, l.amount && formatMoney(l.amount)].filter(Boolean).join(' ')] : []))
    .filter(Boolean)
    .join(' / ')
function OneOffer({ of }: { of: Offer }) {
  const { batchId, itemId, applicationId, mayApply, needsProof } = of
  const money = moneyOf(of)
  return (
    <Sheet label={of.itemName}>
      <Row gap={3} spread="between">
        <h2>{of.itemName}</h2>
        <b>{money}</b>
      </Row>
      <p className="ql-quiet">
        {of.subject === 'student' ? '' : `${of.recipient} · `}
        {t('{{batch}}，{{until}} 截止，按 {{day}} 的情况', { batch: of.batchName, until: formatDatetime(of.endTime), day: formatDate(of.factsAsOf) })}
      </p>
      <CheckList of={checkItems(of.checks)} label={t('条件')} />
      {applicationId ? <Link to={`/award/mine?id=${applicationId}`}>{t('查看我的申报')}</Link> : null}
      {mayApply ? (
        <Link to={`/award/apply?batch=${batchId}&item=${itemId}`}>
          <Button type="primary" block>
            {needsProof ? t('凭突出表现申报') : t('申报')}
          </Button>
        </Link>
      ) : null}
      {!mayApply && !applicationId ? <p className="ql-quiet">{t('现在还不能申报，差在上面打叉的条件。')}</p> : null}
    </Sheet>
  )
}
