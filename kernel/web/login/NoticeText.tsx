import { t } from '#web/i18n/index.ts'
import { RichText } from '#web/rich/RichText.tsx'

/** The school's privacy notice, or the default text. */
export function NoticeText({ html }: { html: string | null }) {
  if (!html) return <p>{t('学校为办理学生事务，会收集和使用你的个人信息，只用于学校管理和服务。你可以在个人中心查看和撤回这项同意。')}</p>
  return <RichText html={html} />
}
