import { Progress } from 'antd'
import { Link } from 'react-router'
import { percentOf } from '#model/percent.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { FieldsTable } from '#web/records/FieldsTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { donationPurpose } from '../model/dictionaries.ts'
import { ANONYMOUS, donationStates } from '../model/donation.ts'
import { give, giving, withdrawGift } from '../model/donation-actions.ts'
import { projectStates } from '../model/donation-project.ts'
import { CHANGES } from './labels.ts'

type Data = AnswerOf<typeof giving>
type Project = NonNullable<Data['projects'][number]>
type Gift = NonNullable<Data['mine'][number]>
/** 捐赠: projects with what came in and how it was used, and my own gifts. */
export default function GivePage() {
  const read = useRead(giving, {})
  return (
    <Page title={t('捐赠')} width="form">
      <Loaded of={read} lines={8}>
        {({ isOn, projects, mine }) => (
          <Stack>
            {mine.map(m => m && <Mine key={m.id} of={m} />)}
            {projects.length ? projects.map(p => p && <OneProject key={p.id} of={p} isOn={isOn} />) : <Empty title={t('现在没有捐赠项目')} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
/** What an anonymous gift shows is a word of the program. */
const nameOf = (name: string): string => (name === ANONYMOUS ? t(ANONYMOUS) : name)
const fieldsOf = (list: 'latest' | 'uses') => giving.output.projects.options.of?.options.fields?.[list]?.options.of?.options.fields ?? {}
function OneProject({ of, isOn }: { of: Project; isOn: boolean }) {
  const purposes = useDict(donationPurpose)
  const [latest, uses] = [of.latest.flatMap(l => l ?? []), of.uses.flatMap(u => u ?? [])]
  return (
    <Sheet
      title={of.title}
      note={[dictLabel(purposes, of.purpose), t('到 {{day}}', { day: formatDate(of.to) })].join(' · ')}
      actions={<StateTag of={projectStates} state={of.state} />}
    >
      <Progress percent={Math.min(100, percentOf(of.received, of.goal) ?? 0)} aria-label={of.title} />
      <p className="ql-quiet">
        {[
          t('目标 {{goal}}', { goal: formatMoney(of.goal) }),
          t('已收 {{sum}}', { sum: formatMoney(of.received) }),
          t('已使用 {{sum}}', { sum: formatMoney(of.used) }),
          of.goods ? t('实物价值 {{sum}}', { sum: formatMoney(of.goods) }) : null,
          t('{{n}} 次捐赠', { n: of.donors }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <RichText html={of.text ?? ''} />
      {of.state === 'open' && isOn ? (
        <Row>
          <FormButton of={give} type="primary" input={{ projectId: of.id }} changes={CHANGES} note={t('提交后到“我的缴费”里支付，收到才算捐赠。')} />
        </Row>
      ) : null}
      {latest.length ? (
        <FieldsTable
          label={t('最近捐赠')}
          of={fieldsOf('latest')}
          rows={latest}
          columns={[[t('捐赠人'), l => nameOf(l.shownName), { isHead: true }], 'amount', 'receivedOn', 'message']}
        />
      ) : null}
      {uses.length ? <FieldsTable label={t('使用情况')} of={fieldsOf('uses')} rows={uses} columns={['on', 'amount', 'use']} /> : null}
    </Sheet>
  )
}
const Mine = ({ of }: { of: Gift }) => (
  <Sheet title={of.title} note={of.no} actions={<StateTag of={donationStates} state={of.state} />}>
    <p>
      {[
        formatMoney(of.amount),
        of.isAnonymous ? t('匿名') : null,
        of.receivedOn ? t('{{day}} 收到', { day: formatDate(of.receivedOn) }) : null,
        of.receiptNo ? t('票据 {{no}}', { no: of.receiptNo }) : null,
        of.payBy ? t('{{day}} 前支付', { day: formatDate(of.payBy) }) : null,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
    {of.state === 'pledged' ? (
      <Row>
        <Link to="/fee/mine">{t('去支付')}</Link>
        <ActionButton of={withdrawGift} input={{ id: of.id }} changes={CHANGES} />
      </Row>
    ) : null}
  </Sheet>
)
export const about: PageFile['about'] = () => ({
  use: t('学校的捐赠项目：收到多少、用在哪里，以及你捐过的。'),
  who: t('校友。匿名的捐赠，名单和大屏上都不写名字。'),
  first: t('选一个项目捐赠，再到“我的缴费”里支付。'),
})
