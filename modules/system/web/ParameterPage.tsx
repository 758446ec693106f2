import { Loading } from '#web/feedback/Loaded.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { Beside, TreeFrame } from '#web/records/frames.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { paramsGroups } from '../model/params.ts'
import { type Group, GroupForm } from './public/GroupForm.tsx'
import '#web/records/records.css'
import style from './system.module.css'

/** 系统管理 → 系统参数: groups on the left, the chosen one's parameters on the right. */
export default function ParameterPage() {
  const [params, setParams] = useOwnParams()
  const read = useRead<typeof paramsGroups, readonly Group[]>(paramsGroups, {})
  const { data } = read
  const chosen = data?.find(g => g.paramsId === params.get('node')) ?? data?.[0]
  return (
    <Page title={t('系统参数')}>
      <Beside>
        <TreeFrame label={t('参数组')}>
          {data ? null : <Loading of={read} lines={8} />}
          <ul className={style.list}>
            {data?.map(g => (
              <li key={g.paramsId}>
                <button type="button" aria-current={g.paramsId === chosen?.paramsId} onClick={() => setParams(() => new URLSearchParams({ node: g.paramsId }))}>
                  <span>{tAny(g.name)}</span>
                  <small>{g.version ? t('第 {{n}} 版', { n: g.version }) : ''}</small>
                </button>
              </li>
            ))}
          </ul>
        </TreeFrame>
        {chosen ? <GroupForm key={`${chosen.paramsId}${chosen.version}`} group={chosen} /> : null}
      </Beside>
    </Page>
  )
}
