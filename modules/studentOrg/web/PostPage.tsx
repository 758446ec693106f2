import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { propose } from '../model/appointment.ts'
import { orgPost } from '../model/post.ts'
import { CHANGES } from './labels.ts'

/** 学生组织 → 岗位 */
export default function PostPage() {
  return (
    <EntityTable<typeof orgPost>
      of={orgPost}
      title={t('岗位#many')}
      columns={[
        { key: 'orgId', width: 200, align: 'left' },
        { key: 'unitId', width: 130, align: 'left' },
        { key: 'name', width: 130, align: 'left' },
        { key: 'kind', width: 120 },
        { key: 'seats', width: 80 },
        { key: 'holders', width: 180, align: 'left' },
        { key: 'free', width: 80 },
        { key: 'way', width: 100 },
        { key: 'rights', width: 180, align: 'left' },
        { key: 'sort', hidden: true },
      ]}
      facts={['orgId', 'kind', 'seats']}
      filters={['orgId', 'unitId', 'kind', 'way']}
      rowActions={row => [
        row.free ? (
          <FormButton key="propose" of={propose} input={{ postId: row.id }} changes={CHANGES}>
            {t('任命#verb')}
          </FormButton>
        ) : null,
      ]}
      form={{ layout: ['orgId', 'unitId', 'name', 'kind', 'seats', 'way', 'rights', 'sort'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('各组织的岗位：几个人、怎样产生、有哪些权限。'),
  who: t('团委管理全校的，学院管理自己的。'),
  first: t('班长只设在班委会，团支书只设在团支部委员会，各一名；有空缺的点“任命”。'),
})
