// The bundle would evaluate React when our own code first uses it. These imports evaluate React when its own chunk is
// loaded, in a task of its own.
import 'react';
import 'react-dom';
import 'react-dom/client';
