import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { t } from '#web/i18n/index.ts'
import style from '../desk.module.css'
import type { Application } from './ApplicationLine.tsx'

/** Drawn by the module that runs the approvals. */
const FILES = import.meta.glob<{ default: ComponentType<{ instanceId: string; can: readonly string[] }> }>('/modules/*/{web,*/web}/acts/ApplicationActs.tsx', { eager: true })
const parts = Object.entries(FILES).map(([path, { default: Acts }]) => ({ path, Acts }))

/** Buttons of an application in the list of all: urge, withdraw, apply once more. */
export function ApplicationActs({ of: { instanceId, can, copyLink } }: { of: Application }) {
  const acts = can.flatMap(verb => verb ?? [])
  if (!copyLink && !acts.length) return null
  return (
    <div className={style.applicationActs}>
      {instanceId && acts.length ? parts.map(({ path, Acts }) => <Acts key={path} instanceId={instanceId} can={acts} />) : null}
      {copyLink ? <Link to={copyLink}>{t('再次申请')}</Link> : null}
    </div>
  )
}
