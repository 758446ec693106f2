import { openKernel } from 'virtual:qinglan/modules'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/App.tsx'
import { fetchAhead } from '#web/app/prefetch.ts'
import { watchFaults } from '#web/app/report-faults.ts'
import { setLanguage } from '#web/i18n/packs.ts'
import { broughtBack } from '#web/session/leave.ts'
import { theme } from '#web/theme/config.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
watchFaults()
addEventListener('pageshow', broughtBack)
// Chinese is there at once; another language's texts come first, so that nothing flickers and the server is asked in it. Without them Chinese is shown.
void openKernel()
  .then(() => setLanguage(theme.get().globalI18n))
  .catch(() => undefined)
  .then(() => {
    void fetchAhead().catch(() => undefined)
    createRoot(root).render(<App />)
  })
