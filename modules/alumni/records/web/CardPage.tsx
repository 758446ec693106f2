import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, MISSING } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { alumnus, VISIBLE } from '../model/alumnus.ts'
import { myCard, saveCard } from '../model/card.ts'
import { alumniIndustry } from '../model/dictionaries.ts'

/** 我的校友卡: what the school has on file, and who may see and use it. */
export default function CardPage() {
  const read = useRead(myCard, {})
  return (
    <Page title={t('我的校友卡')} width="form">
      <Loaded of={read} lines={8}>
        {card => <Card of={card} />}
      </Loaded>
    </Page>
  )
}
function Card({ of }: { of: AnswerOf<typeof myCard> }) {
  const industries = useDict(alumniIndustry)
  const facts: ReadonlyArray<readonly [string, string | null]> = [
    [t(alumnus.fields.canton.label), of.cantonName],
    [t(alumnus.fields.employer.label), of.employer],
    [t(alumnus.fields.industry.label), of.industry ? dictLabel(industries, of.industry) : null],
    [t(alumnus.fields.position.label), of.position],
    [t(alumnus.fields.honours.label), of.honours],
    [t(alumnus.fields.phone.label), of.phone],
    [t(alumnus.fields.email.label), of.email],
    [t(alumnus.fields.visible.label), t(VISIBLE[of.visible ?? 'none'])],
  ]
  const { canton, employer, industry, position, honours, visible, contactConsent, knownPhone, knownEmail } = of
  const initial = { canton, employer, industry, position, honours, visible, contactConsent, phone: of.phone ?? knownPhone, email: of.email ?? knownEmail }
  return (
    <Stack>
      <Sheet
        title={of.name ?? ''}
        note={of.lastConfirmed ? t('{{day}} 确认过', { day: formatDate(of.lastConfirmed) }) : t('还没有确认过')}
        actions={contactConsent ? <State tone="done">{t('同意联系')}</State> : <State tone="waiting">{t('不联系')}</State>}
      >
        <dl className="ql-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || MISSING}</dd>
            </div>
          ))}
        </dl>
        <FormButton
          of={saveCard}
          type="primary"
          size={720}
          initial={initial}
          changes={['alumnus']}
          note={t('不同意联系的，手机号和邮箱不保存，学校和校友都不会用。')}
          layout={[
            { field: 'canton', render: props => <CantonPicker {...props} /> },
            'employer',
            'industry',
            'position',
            'honours',
            'contactConsent',
            { field: 'phone', when: values => values.contactConsent === true },
            { field: 'email', when: values => values.contactConsent === true },
            'visible',
          ]}
        />
      </Sheet>
      <ListSheet
        of={myCard.output.studies}
        rows={of.studies.flatMap(s => s ?? [])}
        columns={['studentNo', 'majorName', 'className', 'level', 'enrolYear', 'leaveYear', 'result']}
      />
    </Stack>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学校登记的你的近况和联系方式，由你决定谁能看、学校能不能联系你。'),
  who: t('只有你能改；校友看到的由“校友可见”决定。'),
  first: t('第一次来，核对手机号和邮箱，选好是否同意联系。'),
})
