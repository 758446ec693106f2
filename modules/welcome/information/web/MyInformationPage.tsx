import { RealmPage } from '#modules/admission/roll/web/public/RealmPage.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { myInfo } from '../model/actions.ts'
import { Section } from './info/Section.tsx'

/** 迎新 → 信息采集: the form of a new student, section by section. */
export default function MyInformationPage() {
  const read = useRead(myInfo, {})
  return (
    <RealmPage title={t('信息采集')} help={t('分几部分填，每部分填完就保存。学校已经知道的已经填好，请核对。')}>
      <Loaded of={read}>
        {of => {
          const left = of.sections.filter(s => s && !s.isDone && !s.isOptional).length
          return (
            <Stack gap={3}>
              <p role="status">{!of.isOpen ? t('你已入学，信息请在“我的档案”里改。') : left ? t('还有 {{left}} 部分没有填', { left }) : t('已经填完，到入学前都可以修改。')}</p>
              {of.sections.map(section => (section ? <Section key={section.code} of={section} form={of.form} isOpen={of.isOpen} /> : null))}
            </Stack>
          )
        }}
      </Loaded>
    </RealmPage>
  )
}
