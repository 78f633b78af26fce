// Run where it stands, in a task before that of our own code, which would otherwise run it when it first needs it.
import 'react';
import 'react-dom';
import 'react-dom/client';
