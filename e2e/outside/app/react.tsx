import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shop } from './shop';

const place = document.getElementById('app');
if (place)
  createRoot(place).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  );
