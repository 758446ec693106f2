import { Button, Input, Segmented } from 'antd'
import { Download, Plus, Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { permissionKey } from '#model'
import { lazily } from '#web/base/chunk.ts'
import { Bars, Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { downloadAndSave } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Beside, TreeFrame, TreeHead } from '#web/records/frames.tsx'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useSession } from '#web/session/useCan.ts'
import { actionAddress } from '#web/values/address.ts'
import { formatNumber } from '#web/values/format.ts'
import { roleMatrix } from '../model/explain.ts'
import { role } from '../model/role.ts'
import { RoleActs } from './RoleActs.tsx'
import { RoleGrants } from './RoleGrants.tsx'
import { type RoleRow, useRoles } from './useRoles.ts'
import '#web/records/records.css'
import style from './system.module.css'

const RoleUsers = lazily(() => import('./RoleUsers.tsx'))
const RoleFacts = lazily(() => import('./RoleFacts.tsx'))

export const about: PageFile['about'] = () => ({
  use: t('一个角色能打开哪些页面、能做什么、能看到哪些人的数据。'),
  who: t('系统管理员。'),
  first: t('尽量用自带的角色。要新建时先复制最接近的一个，再去掉不需要的权限，最后用“预览”看这个角色登录后是什么样。'),
})
/** 系统管理 → 角色: roles on the left, permissions and members of the chosen one on the right. */
export default function RolePage() {
  const { can } = useSession()
  const [params, setParams] = useOwnParams()
  const [isAdding, setAdding] = useState(false)
  const roles = useRoles()
  const { data } = roles
  const chosen = data?.find(r => r.id === params.get('node')) ?? data?.[0]
  const tab = params.get('tab') ?? 'grants'
  const choose = (id: string) => setParams(() => new URLSearchParams({ node: id, ...(tab === 'grants' ? {} : { tab }) }))
  return (
    <Page
      title={t('角色')}
      actions={
        <>
          {can(roleMatrix.permission) ? (
            <Button
              icon={<Download size={15} />}
              onClick={() => void downloadAndSave(actionAddress(roleMatrix), undefined, { method: 'GET', fallbackName: `${t('权限矩阵')}.xlsx` }).catch(() => undefined)}
            >
              {t('权限矩阵')}
            </Button>
          ) : null}
          {can(permissionKey(role, 'add')) ? (
            <Button type="primary" icon={<Plus size={15} />} onClick={() => setAdding(true)}>
              {t('新增角色')}
            </Button>
          ) : null}
        </>
      }
    >
      <Beside>
        <RoleList roles={data} chosen={chosen?.id} onChoose={choose} />
        {chosen ? (
          <Sheet key={chosen.id} className={style.role}>
            <header>
              <div>
                <h2>{t(chosen.name)}</h2>
                <small className={style.code}>
                  {chosen.code}
                  {chosen.builtIn ? ` · ${t('内置')}` : ''} · {t('{{n}} 个用户', { n: formatNumber(chosen.userCount ?? 0) })}
                </small>
              </div>
              <RoleActs role={chosen} roles={data ?? []} onRemoved={() => setParams(() => new URLSearchParams())} />
            </header>
            <Segmented
              value={tab}
              onChange={next => setParams(() => new URLSearchParams({ node: chosen.id, tab: String(next) }))}
              options={[
                { value: 'grants', label: t('菜单与数据范围') },
                { value: 'users', label: t('用户') },
                { value: 'facts', label: t('基本信息') },
              ]}
            />
            <Suspense fallback={<Bars lines={8} />}>
              {tab === 'users' ? <RoleUsers role={chosen} /> : tab === 'facts' ? <RoleFacts role={chosen} /> : <RoleGrants role={chosen} />}
            </Suspense>
          </Sheet>
        ) : data ? (
          <Empty />
        ) : (
          <Loading of={roles} lines={8} />
        )}
      </Beside>
      {isAdding ? (
        <Suspense>
          <EntityForm
            of={role}
            layout={[
              'code',
              'name',
              { field: 'dataScope', help: t('之后在“菜单与数据范围”里修改，保存前会先给出影响') },
              'privileged',
              'mfaRequired',
              'delegable',
              'sort',
              'remark',
            ]}
            onClose={() => setAdding(false)}
            onDone={saved => choose(saved.id)}
          />
        </Suspense>
      ) : null}
    </Page>
  )
}
function RoleList({ roles, chosen, onChoose }: { roles: readonly RoleRow[] | undefined; chosen: string | undefined; onChoose: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const shown = roles?.filter(r => `${t(r.name)} ${r.name} ${r.code}`.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <TreeFrame label={t('角色')}>
      <TreeHead>
        <Input allowClear prefix={<Search size={15} />} placeholder={t('查找角色')} aria-label={t('查找角色')} value={typed} onChange={e => setTyped(e.target.value)} />
      </TreeHead>
      {shown ? (
        <ul className={style.list}>
          {shown.map(r => (
            <li key={r.id}>
              <button type="button" aria-current={r.id === chosen} onClick={() => onChoose(r.id)}>
                <span>{t(r.name)}</span>
                <small>{r.userCount ? formatNumber(r.userCount) : ''}</small>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Bars lines={8} />
      )}
    </TreeFrame>
  )
}
