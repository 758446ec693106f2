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
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { aidOffers } from '../model/actions.ts'

type Offer = NonNullable<AnswerOf<typeof aidOffers>[number]>
/** 我能申请的资助: recognition, scholarships, subsidies and posts in one list, each with what is still missing. */
export default function AidOffersPage() {
  return (
    <StudentsOnly title={t('我能申请的资助')} otherwise={t('当前账号不是学生，没有自己的资助')}>
      <Offers />
    </StudentsOnly>
  )
}
function Offers() {
  const read = useRead(aidOffers, {})
  return (
    <Page title={t('我能申请的资助')} width="form" actions={<Link to="/money/mine">{t('我的资助')}</Link>}>
      <Loaded of={read}>
        {rows => {
          const kinds = Map.groupBy(
            rows.flatMap(r => r ?? []),
            o => o.kind,
          )
          return kinds.size ? (
            <Stack>
              {[...kinds].map(([kind, offers]) => (
                <Sheet key={kind} title={kind}>
                  <Stack gap={4}>
                    {offers.map(o => (
                      <OneOffer key={`${o.name}${o.link}`} of={o} />
                    ))}
                  </Stack>
                </Sheet>
              ))}
            </Stack>
          ) : (
            <Empty title={t('现在没有可以申请的资助')} />
          )
        }}
      </Loaded>
    </Page>
  )
}
function OneOffer({ of: { name, amount, until, isApplied, isAutomatic, lacks, link } }: { of: Offer }) {
  return (
    <section aria-label={name}>
      <Row gap={3} spread="between">
        <h3>{name}</h3>
        {amount ? <b>{formatMoney(amount)}</b> : null}
      </Row>
      {until ? <p className="ql-quiet">{t('{{time}} 截止', { time: formatDatetime(until) })}</p> : null}
      <CheckList label={t('还差什么')} of={isApplied ? [] : lacks.flatMap(name => (name ? [{ name, isMet: false }] : []))} />
      {isAutomatic ? <p className="ql-quiet">{lacks.length ? t('不用申请，符合条件后由学校列入名单') : t('不用申请，学校会把你列入名单')}</p> : null}
      {isApplied ? <Link to={link}>{t('已经申请，看进度')}</Link> : null}
      {isApplied || isAutomatic || lacks.length ? null : (
        <Link to={link}>
          <Button type="primary" block>
            {t('去申请')}
          </Button>
        </Link>
      )}
    </section>
  )
}
