import { Medal } from 'lucide-react'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { myAwards } from '../model/actions.ts'
import { recordStates } from '../model/award-record.ts'
import style from './records.module.css'

/** 我的获奖: certificates as cards, each with its number and where it is checked. */
export default function MyAwardsPage() {
  return (
    <StudentsOnly title={t('我的获奖')} otherwise={t('当前账号不是学生，没有获奖记录')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myAwards, {})
  return (
    <Page title={t('我的获奖')} width="form">
      <Loaded of={read}>{rows => (rows.length ? <Stack>{rows.map(row => row && <Card key={row.id} of={row} />)}</Stack> : <Empty title={t('还没有获奖记录')} />)}</Loaded>
    </Page>
  )
}
type Award = NonNullable<AnswerOf<typeof myAwards>[number]>
function Card({ of }: { of: Award }) {
  const title = [of.item, of.level].filter(Boolean).join(' ')
  return (
    <Sheet label={title} className={style.certificate}>
      <Row gap={3} spread="between">
        <h2>
          <Medal size={18} aria-hidden /> {of.state === 'revoked' ? <s>{title}</s> : title}
        </h2>
        {of.state === 'revoked' ? <StateTag of={recordStates} state={of.state} /> : null}
      </Row>
      <p>
        {t('{{name}}，{{xn}} 学年，{{day}} 授予', { name: of.recipient, xn: of.xn, day: formatDate(of.grantedOn) })}
        {of.amount ? ` · ${formatMoney(of.amount)}` : ''}
      </p>
      {of.revokedOn ? <p className="ql-quiet">{t('{{day}} 撤销', { day: formatDate(of.revokedOn) })}</p> : null}
      {of.certNo ? (
        <p className={style.number}>
          {t('证书编号 {{no}}', { no: of.certNo })} {of.checkCode ? <Link to={`/check?c=${of.checkCode}`}>{t('核验')}</Link> : null}
        </p>
      ) : null}
    </Sheet>
  )
}
