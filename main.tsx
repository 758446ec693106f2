import { openKernel } from 'virtual:qinglan/modules'
import ports from 'virtual:qinglan/ports'
import { createRoot } from 'react-dom/client'
import { App, Guarded } from '#web/app/App.tsx'
import { fetchAhead } from '#web/app/prefetch.ts'
import { broughtBack } from '#web/credentials/leave.ts'
import { watchFaults } from '#web/feedback/report-faults.ts'
import { openPorts } from '#web/http/ports.ts'
import { setLanguage } from '#web/i18n/packs.ts'
import { theme } from '#web/theme/config.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
openPorts(ports)
watchFaults()
addEventListener('pageshow', broughtBack)
// Chinese is built in; texts of another language are loaded before the first render, which avoids a flash of Chinese and sends the right language to the server. If they fail to
// load, Chinese is shown. The first screen's chunk is awaited, too: it is on its way already, and drawing something else first takes longer (see `lazily`).
void openKernel()
  .then(() => setLanguage(theme.get().globalI18n))
  .catch(() => undefined)
  .then(() => Promise.all([Guarded.ahead(), fetchAhead().catch(() => undefined)]))
  .then(() => createRoot(root).render(<App />))
