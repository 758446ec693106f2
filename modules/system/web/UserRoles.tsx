import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { allOf, Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { useRead } from '#web/records/useRead.ts'
import { assignable } from '../model/role.ts'
import { assignRoles, userRoles } from '../model/user-roles.ts'
import style from './system.module.css'
import type { UserRow } from './UserPage.tsx'

/** Manual roles can be ticked; roles derived from classes or a cover are listed with their source. */
export function UserRoles({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const held = useRead(userRoles, { id: row.id })
  const offered = useRead(assignable, {})
  const [chosen, choose] = useState<readonly string[]>()
  const save = useAct(assignRoles, { changes: ['role', 'roleUser'], done: t('角色已保存，对方下一次操作时生效'), onDone: onClose })
  const manual = (held.data ?? []).filter(h => h.source === 'manual')
  const ids = chosen ?? manual.map(m => m.roleId)
  const foreign = manual.filter(m => !offered.data?.some(o => o.id === m.roleId))
  return (
    <Panel
      open
      title={t('{{name}}的角色', { name: row.nickName })}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" loading={save.isPending} disabled={!chosen} onClick={() => save.mutate({ id: row.id, version: row.version, roleIds: [...ids] })}>
            {t('保存')}
          </Button>
        </div>
      }
    >
      {save.error ? <Refused what={t('角色没有保存')} error={save.error} /> : null}
      {held.data && offered.data ? (
        <>
          {held.data
            .filter(h => h.source !== 'manual')
            .map(h => (
              <p key={`${h.roleId}${h.validFrom}`} className={style.given}>
                <b>{t(h.name)}</b>
                <span>
                  {h.source === 'cover' ? t('代 {{name}}，{{from}} 至 {{to}}', { name: h.coveredName, from: h.validFrom, to: h.validTo }) : t('来自学籍或带班关系，不能手工取消')}
                </span>
              </p>
            ))}
          <Checkbox.Group
            className={classes(style.checks)}
            value={[...ids]}
            onChange={next => choose([...next.map(String), ...foreign.map(f => f.roleId)])}
            options={offered.data.map(o => ({ value: o.id, label: `${t(o.label)} · ${t(o.scopeName)}` }))}
          />
          {foreign.map(f => (
            <p key={f.roleId} className={style.given}>
              <b>{t(f.name)}</b>
              <span>{t('超出你的权限，不能由你改动')}</span>
            </p>
          ))}
        </>
      ) : (
        <Loading of={allOf([held, offered])} lines={6} />
      )}
    </Panel>
  )
}
